package oauth

import (
	"context"

	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/wire"
)

// CallbackInput is what a provider adds to the callback (RFC 6749, section 4.1.2).
// Issues are ignored: a parameter that is malformed counts as absent.
type CallbackInput struct {
	Code  wire.Optional[string] `query:"code"`
	State wire.Optional[string] `query:"state"`
	Error wire.Optional[string] `query:"error" doc:"why the provider refused"`
	Iss   wire.Optional[string] `query:"iss" doc:"the provider's issuer (RFC 9207); single sign-on checks it"`
	unusedParameters
}

// unusedParameters are what providers also add to the callback and the service does not
// use. They are declared because they are no mistakes of the sender.
type unusedParameters struct {
	Scope            wire.Optional[string] `query:"scope" doc:"not used"`
	AuthUser         wire.Optional[string] `query:"authuser" doc:"not used"`
	Prompt           wire.Optional[string] `query:"prompt" doc:"not used"`
	SessionState     wire.Optional[string] `query:"session_state" doc:"not used (OpenID Connect Session Management)"`
	HostedDomain     wire.Optional[string] `query:"hd" doc:"not used"`
	ErrorDescription wire.Optional[string] `query:"error_description" doc:"not used (RFC 6749)"`
	ErrorURI         wire.Optional[string] `query:"error_uri" doc:"not used (RFC 6749)"`
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
		return &Failure{Step: "return", Reason: SafeErrorCode(in.Error.Value)}
	case in.Code.Value == "" || len(in.Code.Value) > maxCodeBytes:
		return &Failure{Step: "return", Reason: "no code that could be one"}
	}
	return nil
}
