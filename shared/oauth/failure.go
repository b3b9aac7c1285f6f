package oauth

import (
	"errors"
	"fmt"
	"net"
	"regexp"

	"golang.org/x/oauth2"
)

// Failure is why a visit to a provider came to nothing. Its text is made of our
// own words alone, so that it can be logged: what providers and libraries say
// may hold codes, tokens and addresses.
type Failure struct {
	Step   string // of the visit: discovery, exchange, …
	Reason string
}

// Error implements error.
func (f *Failure) Error() string { return fmt.Sprintf("provider: %s: %s", f.Step, f.Reason) }

// Fail makes a failure of a step from what went wrong with it.
func Fail(step string, err error) error {
	var failed *Failure
	if errors.As(err, &failed) {
		return failed
	}
	return &Failure{Step: step, Reason: reasonOf(err)}
}

// errorCode is the form of the codes in RFC 6749, section 5.2, and of those
// that others have registered since.
var errorCode = regexp.MustCompile(`^[a-z_]{1,40}$`)

// Code is an error code that a provider sent, if it has the form of one.
func Code(sent string) string {
	if errorCode.MatchString(sent) {
		return sent
	}
	return "an unknown error"
}

// maxCode is how long a code may be, in bytes. Those of the large providers
// have a few hundred.
const maxCode = 4096

// CheckReturn sees whether somebody came back with a code (RFC 6749, section
// 4.1.2), and not with a word of refusal. Errors: a Failure.
func CheckReturn(code string, refused bool, why string) error {
	switch {
	case refused:
		return &Failure{Step: "return", Reason: Code(why)}
	case code == "" || len(code) > maxCode:
		return &Failure{Step: "return", Reason: "no code that could be one"}
	}
	return nil
}

func reasonOf(err error) string {
	var refused *oauth2.RetrieveError
	var status *StatusError
	var network net.Error
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("answered %d, %s", refused.Response.StatusCode, Code(refused.ErrorCode))
	case errors.As(err, &status):
		return fmt.Sprintf("answered %d", status.Status)
	case errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	case errors.As(err, &network):
		return "no connection"
	default:
		return "an answer that cannot be used"
	}
}
