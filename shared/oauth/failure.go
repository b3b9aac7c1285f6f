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

// NewFailure makes a failure of a step from what went wrong with it.
func NewFailure(step string, err error) error {
	var failed *Failure
	if errors.As(err, &failed) {
		return failed
	}
	return &Failure{Step: step, Reason: reasonOf(err)}
}

// errorCodePattern is the form of the codes in RFC 6749, section 5.2, and of those
// that others have registered since.
var errorCodePattern = regexp.MustCompile(`^[a-z_]{1,40}$`)

// SafeErrorCode is an error code that a provider sent, if it has the form of one.
func SafeErrorCode(sent string) string {
	if errorCodePattern.MatchString(sent) {
		return sent
	}
	return "an unknown error"
}

// maxCodeBytes is how long a code may be, in bytes. Those of the large providers
// have a few hundred.
const maxCodeBytes = 4096

// CheckCallback sees whether somebody came back with a code (RFC 6749, section
// 4.1.2), and not with a word of refusal. Errors: a Failure.
func CheckCallback(code string, refused bool, errorCode string) error {
	switch {
	case refused:
		return &Failure{Step: "return", Reason: SafeErrorCode(errorCode)}
	case code == "" || len(code) > maxCodeBytes:
		return &Failure{Step: "return", Reason: "no code that could be one"}
	}
	return nil
}

func reasonOf(err error) string {
	var retrieveErr *oauth2.RetrieveError
	var status *StatusError
	var network net.Error
	switch {
	case errors.As(err, &retrieveErr):
		return fmt.Sprintf("answered %d, %s", retrieveErr.Response.StatusCode, SafeErrorCode(retrieveErr.ErrorCode))
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
