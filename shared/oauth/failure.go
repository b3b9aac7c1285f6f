package oauth

import (
	"errors"
	"fmt"
	"net"

	"golang.org/x/oauth2"

	"stint/shared/pattern"
)

// Failure is the reason why a flow failed. Its text is made only of our own words, so
// that it can be logged. Texts of providers and libraries may contain codes, tokens
// and addresses.
type Failure struct {
	Step   string // of the flow: discovery, exchange, …
	Reason string
}

// Error implements error.
func (f *Failure) Error() string { return fmt.Sprintf("provider: %s: %s", f.Step, f.Reason) }

// NewFailure makes the failure of a step from its error. An error that is a Failure
// already stays as it is.
func NewFailure(step string, err error) error {
	var failed *Failure
	if errors.As(err, &failed) {
		return failed
	}
	return &Failure{Step: step, Reason: reasonOf(err)}
}

// errorCodePattern is the form of the error codes in RFC 6749, section 5.2, and of
// those that were registered later.
var errorCodePattern = pattern.New(`^[a-z_]{1,40}$`)

// SafeErrorCode is an error code that a provider sent, if it has the form of a code
// and so can be logged.
func SafeErrorCode(sent string) string {
	if errorCodePattern.MatchString(sent) {
		return sent
	}
	return "an unknown error"
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
