package apitest

import (
	"slices"
	"testing"
	"time"

	"stint/shared/auth/totp"
)

// SecondFactor is a user's authenticator app and recovery codes.
type SecondFactor struct {
	t             testing.TB
	service       *Service
	Secret        string
	RecoveryCodes []string
}

// NewSecondFactor is an authenticator app with a secret.
func NewSecondFactor(s *Service, secret string) *SecondFactor {
	return &SecondFactor{t: s.t, service: s, Secret: secret}
}

// EnableSecondFactor switches the user's second factor on. It uses the code of the
// present moment.
func (u *User) EnableSecondFactor() *SecondFactor {
	u.t.Helper()
	f := NewSecondFactor(u.Service, u.Post("/api/auth/totp", nil).OK()["secret"].(string))
	confirmed := u.Post("/api/auth/totp/confirm", map[string]any{"code": f.Code(0)}).OK()
	for _, code := range confirmed["recovery_codes"].([]any) {
		f.RecoveryCodes = append(f.RecoveryCodes, code.(string))
	}
	return f
}

// Code is the code that the app shows the given number of time steps from now.
func (f *SecondFactor) Code(steps int) string {
	f.t.Helper()
	at := f.service.Clock.Now().Add(time.Duration(steps) * 30 * time.Second)
	code, err := totp.Code(f.Secret, totp.StepOf(at))
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

// NextCode moves the clock by a minute and is the code of that moment, which was not
// used before.
func (f *SecondFactor) NextCode() string {
	f.service.Clock.Advance(time.Minute)
	return f.Code(0)
}

// WrongCode is a code that no step around the present one has.
func (f *SecondFactor) WrongCode() string {
	valid := []string{f.Code(-1), f.Code(0), f.Code(1)}
	for _, code := range []string{"000000", "111111", "222222", "333333"} {
		if !slices.Contains(valid, code) {
			return code
		}
	}
	return ""
}
