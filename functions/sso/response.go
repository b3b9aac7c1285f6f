package sso

import (
	"context"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/accounts"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// signInResponse ends a flow: browsers are redirected, programs get JSON.
type signInResponse = route.OrRedirect[signInAnswer]

// signInAnswer is either a session, or says that the address must be confirmed first.
type signInAnswer struct {
	session *accounts.SessionAnswer
	pending *verificationRequiredAnswer
}

// verificationRequiredAnswer says that a mail was sent and its link must be opened.
type verificationRequiredAnswer struct {
	Status string       `json:"status" enum:"email_verification_required"`
	Email  domain.Email `json:"email"`
}

// OneOf lists the two shapes for the OpenAPI document.
func (signInAnswer) OneOf() []any {
	return []any{accounts.SessionAnswer{}, verificationRequiredAnswer{}}
}

// MarshalJSONTo writes the shape that is set.
func (t signInAnswer) MarshalJSONTo(to *jsontext.Encoder) error {
	if t.session != nil {
		return json.MarshalEncode(to, t.session)
	}
	return json.MarshalEncode(to, t.pending)
}

func newSessionResponse(s accounts.SessionAnswer) signInResponse {
	return signInResponse{Answer: signInAnswer{session: &s}}
}

// finishSignIn responds with a session, or returns the error of the sign-in. A
// browser gets the refresh cookie only, so that no token is in an address.
func (f *Family) finishSignIn(r *route.Request, state people.OAuthState, signedIn *accounts.SignedIn,
	err error) (signInResponse, error) {
	if err != nil {
		return signInResponse{}, err
	}
	answer := signedIn.Send(r)
	if r.AcceptsHTML() || f.isForPages(state) {
		return f.redirectBrowser(state), nil
	}
	return newSessionResponse(answer), nil
}

// continueSession responds for a flow that keeps the session in which it was started.
func (f *Family) continueSession(ctx context.Context, r *route.Request, state people.OAuthState,
	signedIn accounts.SignedIn) (_ signInResponse, err error) {
	if signedIn.Workspace, err = f.accounts.FindActiveWorkspace(ctx, signedIn.User.ID,
		signedIn.Session.WorkspaceID); err != nil {
		return signInResponse{}, err
	}
	if r.AcceptsHTML() {
		return f.redirectBrowser(state), nil
	}
	answer, err := f.issuer.IssueAccessToken(ctx, r, signedIn, r.Now.Add(token.AccessTTL))
	return newSessionResponse(answer), err
}

// redirectBrowser sends a browser to the address that the flow was started with.
func (f *Family) redirectBrowser(state people.OAuthState) signInResponse {
	if state.ReturnTo != "" {
		return signInResponse{To: state.ReturnTo}
	}
	return signInResponse{To: f.config.PublicPath() + signedInPath}
}

// requireVerification says that a mail was sent to confirm the address.
func (f *Family) requireVerification(r *route.Request, to domain.Email) signInResponse {
	if r.AcceptsHTML() {
		return signInResponse{To: f.config.PublicPath() + checkMailPath}
	}
	return signInResponse{Answer: signInAnswer{pending: &verificationRequiredAnswer{
		Status: "email_verification_required", Email: to}}}
}

// The pages that a browser is redirected to. signedInPath is the default.
const (
	signedInPath  = "/p/signed-in"
	checkMailPath = "/p/check-mail"
)

// maxReturnTo is the maximum length of an address to return to, in bytes. It may be a request of an app, and an address
// with it must not be longer than the gateway takes (10 KB with all headers).
const maxReturnTo = 6000

// isAllowedReturn reports whether a browser may be redirected to an address at the
// end of a flow: a path on this site, or an address on an origin that may call this
// API or that serves the front end. It refuses everything that browsers and proxies
// read in different ways: blanks, backslashes, anything but visible ASCII, and two
// slashes in a row, encoded or not.
func (f *Family) isAllowedReturn(address string) bool {
	hasUnsafe := strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' })
	if address == "" || len(address) > maxReturnTo || hasUnsafe {
		return false
	}
	rest, ok := f.cutOrigin(address)
	if !ok {
		return false
	}
	u, err := url.Parse(rest)
	if err != nil || strings.ContainsFunc(u.Path, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	return !strings.HasPrefix(rest, "//") && !strings.Contains(u.Path, "//")
}

// cutOrigin removes an allowed origin from an address. The rest is empty or begins
// with the path, the query or the fragment. A path on this site is returned as it
// is. ok is false for other origins.
func (f *Family) cutOrigin(address string) (rest string, ok bool) {
	if strings.HasPrefix(address, "/") {
		return address, true
	}
	for _, origin := range f.allowedOrigins() {
		rest, found := strings.CutPrefix(address, origin)
		if found && (rest == "" || strings.ContainsAny(rest[:1], "/?#")) {
			return rest, true
		}
	}
	return "", false
}

// allowedOrigins lists the origins that a browser may be redirected to.
func (f *Family) allowedOrigins() []string {
	all := append([]string(nil), f.config.AllowedOrigins...)
	for _, address := range []string{f.config.PublicURL, f.config.AppBaseURL} {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			all = append(all, u.Scheme+"://"+strings.ToLower(u.Host))
		}
	}
	return all
}
