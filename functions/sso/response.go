package sso

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// signInResponse is how a visit ends: a browser goes on, everybody else is told.
type signInResponse = route.OrRedirect[signInAnswer]

// signInAnswer is one of two things: a session, or that a mail must be confirmed first.
type signInAnswer struct {
	session *accounts.SessionAnswer
	pending *verificationRequiredAnswer
}

// verificationRequiredAnswer asks to look into the mailbox.
type verificationRequiredAnswer struct {
	Status string       `json:"status" enum:"email_verification_required"`
	Email  domain.Email `json:"email"`
}

// OneOf tells the reference the shapes.
func (signInAnswer) OneOf() []any {
	return []any{accounts.SessionAnswer{}, verificationRequiredAnswer{}}
}

// MarshalJSONTo writes whichever it is.
func (t signInAnswer) MarshalJSONTo(to *jsontext.Encoder) error {
	if t.session != nil {
		return json.MarshalEncode(to, t.session)
	}
	return json.MarshalEncode(to, t.pending)
}

func newSessionResponse(s accounts.SessionAnswer) signInResponse {
	return signInResponse{Answer: signInAnswer{session: &s}}
}

// finishSignIn lets somebody in who was found or made, unless that failed. A browser
// needs no access token: it has the cookie.
func (f *Family) finishSignIn(ctx context.Context, r *route.Request, state domain.OAuthState, signedIn *accounts.SignedIn, err error) (signInResponse, error) {
	if err != nil {
		return signInResponse{}, err
	}
	if r.AcceptsHTML() {
		f.accounts.SetRefreshCookie(r, signedIn.Session)
		return f.redirectBrowser(state), nil
	}
	answer, err := f.issuer.Issue(ctx, r, *signedIn)
	return newSessionResponse(answer), err
}

// redirectBrowser sends a browser to where it wanted to go.
func (f *Family) redirectBrowser(state domain.OAuthState) signInResponse {
	if state.ReturnTo != "" {
		return signInResponse{To: state.ReturnTo}
	}
	return signInResponse{To: f.config.PublicPath() + signedInPath}
}

// requireVerification tells that a mail must be confirmed first.
func (f *Family) requireVerification(r *route.Request, to domain.Email) signInResponse {
	if r.AcceptsHTML() {
		return signInResponse{To: f.config.PublicPath() + checkMailPath}
	}
	return signInResponse{Answer: signInAnswer{pending: &verificationRequiredAnswer{Status: "email_verification_required", Email: to}}}
}
