package sandbox

import (
	"stint/shared/auth/totp"
)

const totpPath = "/api/auth/totp"

// withEnrolledFactor lets the owner set up a second factor, and sends the event with a
// code that confirms it.
func withEnrolledFactor(s *apiClient, v *eventValues) {
	secret, _ := s.Post(s.sb.fixtures.olga.Token, totpPath, nil)["secret"].(string)
	v.code = s.codeOf(secret, 0)
}

// withSecondFactor switches a second factor of the owner on, and sends the event with
// its next code.
func withSecondFactor(s *apiClient, v *eventValues) {
	secret, _ := s.Post(s.sb.fixtures.olga.Token, totpPath, nil)["secret"].(string)
	s.Post(s.sb.fixtures.olga.Token, totpPath+"/confirm", object{"code": s.codeOf(secret, 0)})
	v.code = s.codeOf(secret, 1)
}

// codeOf is the code of a secret, a number of time steps after Noon.
func (s *apiClient) codeOf(secret string, steps int64) string {
	if s.Err != nil {
		return ""
	}
	code, err := totp.Code(secret, totp.StepOf(Noon)+steps)
	s.Err = err
	return code
}
