package signin

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"stint/scripts/stint/internal/settings"
)

// Code is what a person types on a page of the service to sign the command in.
type Code struct {
	Text    string
	Page    string // where it is typed
	Filled  string // the page with the code in it
	Expires time.Time

	config *oauth2.Config
	device *oauth2.DeviceAuthResponse
}

// Bounds of what a server may ask for.
const (
	maxInterval = 60        // seconds between two questions
	maxLife     = time.Hour // of a code
)

// Begin asks for a code. Access is read, time or full.
// Errors: *client.UnreachableError, *RefusedError, *NoServiceError for a page elsewhere.
func Begin(ctx context.Context, h *http.Client, s Server, access string) (Code, error) {
	c := Code{config: config(s.TokenURL, s.DeviceURL, access, "offline_access")}
	device, err := c.config.DeviceAuth(with(ctx, h))
	if err != nil {
		return c, explain(ctx, err)
	}
	c.Text, c.Page, c.Filled = device.UserCode, device.VerificationURI, device.VerificationURIComplete
	c.Expires, c.device = device.Expiry, device
	life := time.Until(device.Expiry)
	if device.UserCode == "" || device.DeviceCode == "" || device.Interval < 0 || device.Interval > maxInterval ||
		life <= 0 || life > maxLife {
		return c, &RefusedError{"its code is of no use"}
	}
	for _, page := range []string{c.Page, c.Filled} {
		if !strings.HasPrefix(page, s.Issuer+"/") { // it may be opened
			return c, &NoServiceError{s.Issuer}
		}
	}
	return c, nil
}

// ErrRefused is the error of a sign-in that the user refused.
var ErrRefused = errors.New("the sign-in was refused on the page: nothing was kept")

// ErrTooLate is the error of a code that nobody typed in time.
var ErrTooLate = errors.New("the code has expired, and nobody allowed the sign-in: run stint login again")

// Wait asks until the user has decided, as often as the server allows. An answer that is lost does not end it.
// Errors: ErrRefused, ErrTooLate, *RefusedError, that of the context.
func (c Code) Wait(ctx context.Context, h *http.Client) (*oauth2.Token, error) {
	for {
		token, err := c.config.DeviceAccessToken(with(ctx, h), c.device)
		switch {
		case err == nil && token.RefreshToken == "":
			return nil, &RefusedError{"it gave no refresh token"}
		case err == nil:
			return token, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !time.Now().Before(c.Expires), isCode(err, "expired_token"):
			return nil, ErrTooLate
		case isCode(err, "access_denied"):
			return nil, ErrRefused
		case !passes(err):
			return nil, explain(ctx, err)
		}
	}
}

// RefusedError is the error of a request that the authorization server refused.
type RefusedError struct{ Why string }

// Error implements error.
func (e *RefusedError) Error() string { return "the service refuses the sign-in: " + e.Why }

// ErrEnded is the error of access that ended on the service.
var ErrEnded = endedError{}

type endedError struct{}

// Error implements error.
func (endedError) Error() string {
	return "your sign-in has ended: it was revoked, or not used for too long. Run stint login again"
}

// Is reports whether the error is settings.ErrNotSignedIn.
func (endedError) Is(target error) bool { return target == settings.ErrNotSignedIn }

// explain is the error of a request to an endpoint.
func explain(ctx context.Context, err error) error {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok:
		return lost(ctx, err)
	case answer.ErrorCode == "invalid_grant":
		return ErrEnded
	case passes(err):
		return lost(ctx, errors.New(answer.Response.Status))
	case answer.ErrorDescription != "":
		return &RefusedError{answer.ErrorDescription}
	}
	return &RefusedError{answer.Response.Status}
}

// passes reports whether the same request may succeed later.
func passes(err error) bool {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	return !ok || answer.ErrorCode == "" &&
		(answer.Response.StatusCode >= http.StatusInternalServerError ||
			answer.Response.StatusCode == http.StatusTooManyRequests)
}

func isCode(err error, code string) bool {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	return ok && answer.ErrorCode == code
}
