package sso

import (
	"net/http"
	"strings"

	"stint/shared/accounts"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
)

// A flow that returns to a page on which users allow apps signs in to these pages, and not to the API. Allowing an app
// needs a fresh proof, so the provider is always asked for a new sign-in.

// isForPages reports whether the flow of a state signs in to the pages. A flow of somebody who is signed in does not.
func (f *Family) isForPages(state people.OAuthState) bool {
	return state.UserID == "" && f.accounts.LeadsToPages(state.ReturnTo)
}

// checkProof checks that a sign-in to the pages is a new one at the provider. Errors: *oauth.Failure.
func (f *Family) checkProof(state people.OAuthState, identity oidc.Identity) error {
	if f.isForPages(state) {
		return checkAuthTime(state, identity)
	}
	return nil
}

// entryOf is what the session of a flow is opened with. One of the pages is never refreshed, so its provider is not
// asked again.
func (f *Family) entryOf(r *route.Request, state people.OAuthState, identity oidc.Identity) accounts.SSOEntry {
	switch {
	case f.isForPages(state):
		return accounts.SSOEntry{Prepare: f.accounts.PrepareForPages}
	case r.AcceptsHTML():
		return accounts.SSOEntry{RefreshToken: identity.RefreshToken(), Prepare: f.accounts.PrepareCookie}
	}
	return accounts.SSOEntry{RefreshToken: identity.RefreshToken(), Prepare: f.issuer.Prepare}
}

// failedStart is the answer of a start that the provider does not take. A browser goes back to the page for apps from
// which it came.
func (f *Family) failedStart(r *route.Request, state people.OAuthState,
	err error) (route.OrRedirect[oauth.StartAnswer], error) {
	if !r.AcceptsHTML() || !f.isForPages(state) {
		return route.OrRedirect[oauth.StartAnswer]{}, err
	}
	page, err := pageAfterFailure(state.ReturnTo, err)
	return route.OrRedirect[oauth.StartAnswer]{To: page.To}, err
}

// pageAfterFailure returns to a page whose flow signed nobody in. The page says why. Failures of the service are
// returned.
func pageAfterFailure(page string, err error) (signInResponse, error) {
	why := problem.From(err)
	if why.Status() >= http.StatusInternalServerError {
		return signInResponse{}, err
	}
	separator := "?"
	if strings.Contains(page, "?") {
		separator = "&"
	}
	return signInResponse{To: page + separator + accounts.SignInErrorField + "=" + string(why.Code)}, nil
}
