package oauth

import (
	"context"
	"crypto/rand"
	"net/http"

	"stint/shared/auth/opaque"
	"stint/shared/domain/people"
	"stint/shared/pattern"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/wire"
)

// CallbackInput is what a provider adds to the callback (RFC 6749, section 4.1.2).
// Issues are ignored: a parameter that is malformed counts as absent.
type CallbackInput struct {
	Code  wire.Optional[string] `query:"code"`  // The code that the provider sent back.
	State wire.Optional[string] `query:"state"` // The state that the flow started with.
	Error wire.Optional[string] `query:"error"` // why the provider refused
	Iss   wire.Optional[string] `query:"iss"`   // the provider's issuer (RFC 9207); single sign-on checks it
	unusedParameters
}

// unusedParameters are what providers also add to the callback and the service does not
// use. They are declared because they are no mistakes of the sender.
type unusedParameters struct {
	Scope            wire.Optional[string] `query:"scope"`             // not used
	AuthUser         wire.Optional[string] `query:"authuser"`          // not used
	Prompt           wire.Optional[string] `query:"prompt"`            // not used
	SessionState     wire.Optional[string] `query:"session_state"`     // not used (OpenID Connect Session Management)
	HostedDomain     wire.Optional[string] `query:"hd"`                // not used
	ErrorDescription wire.Optional[string] `query:"error_description"` // not used (RFC 6749)
	ErrorURI         wire.Optional[string] `query:"error_uri"`         // not used (RFC 6749)
}

// ErrStateNotFound answers a callback whose state is unknown, expired or used, or
// belongs to another browser or user.
var ErrStateNotFound = problem.New(problem.CodePKCEStateNotFound)

// Attempt makes the attempt again that the callback belongs to. Errors:
// service_unavailable.
func (in CallbackInput) Attempt(ctx context.Context, secrets secret.Source) (Attempt, error) {
	return ResumeAttempt(ctx, secrets, in.State.Value)
}

// maxCodeBytes is the longest code, in bytes. Those of the large providers have a few
// hundred.
const maxCodeBytes = 4096

// Check checks that the provider sent a code and not an error. Errors: a Failure.
func (in CallbackInput) Check() error {
	switch {
	case in.Error.Set:
		return &Failure{Step: "return", Reason: safeErrorCode(in.Error.Value)}
	case in.Code.Value == "" || len(in.Code.Value) > maxCodeBytes:
		return &Failure{Step: "return", Reason: "no code that could be one"}
	}
	return nil
}

// BrowserCookie is the cookie that binds a flow to the browser that started it. An
// attacker who starts a flow and makes another user finish it fails, because the
// user's browser does not have the attacker's cookie.
const BrowserCookie = "stint_oauth"

// BrowserID is the value of the cookie: 256 random bits.
type BrowserID string

var browserIDPattern = pattern.New(`^[A-Za-z0-9_-]{43}$`)

// BrowserIDOf reads the value of the cookie that a browser sent. Without a valid one,
// it makes a new id. A browser keeps its id, so that two flows in two windows can
// both be finished.
func BrowserIDOf(sent string) BrowserID {
	if browserIDPattern.MatchString(sent) {
		return BrowserID(sent)
	}
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return BrowserID(encoding.EncodeToString(raw))
}

// Digest is the form in which a browser id is stored.
func (b BrowserID) Digest() string { return opaque.TokenDigest(string(b)) }

// Cookie makes the cookie for requests below a path. It lives as long as a state.
// SameSite=Lax is enough: the provider sends the browser back with a plain link, and
// browsers send Lax cookies with those.
func (b BrowserID) Cookie(path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: BrowserCookie, Value: string(b), Path: path, MaxAge: int(people.OAuthStateLifetime.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}
