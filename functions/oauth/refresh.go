package oauth

import (
	"context"
	"errors"

	"stint/shared/apps"
)

// refresh exchanges a refresh token for the next one. The access token may have less access than the grant.
func (f *Family) refresh(ctx context.Context, x exchange) (tokenAnswer, error) {
	raw := x.form.get("refresh_token")
	if raw == "" {
		return tokenAnswer{}, fail(invalidRequest, "refresh_token is missing.")
	}
	requested, err := parseScope(x.form.get("scope"))
	if err != nil {
		return tokenAnswer{}, err
	}
	if x.form.get("scope") == "" {
		requested.access = ""
	}
	want := apps.TokenRequest{Access: requested.access, Audience: x.audience}
	_, made, err := f.apps.Refresh(ctx, raw, x.clientID, want, x.Now)
	switch {
	case errors.Is(err, apps.ErrTooMuchAccess):
		return tokenAnswer{}, fail(invalidScope, "The scope is more than the user allowed.")
	case errors.Is(err, apps.ErrInvalidGrant):
		return tokenAnswer{}, fail(invalidGrant, "The refresh token is not valid any more.")
	case err != nil:
		return tokenAnswer{}, err
	}
	return answerOf(made, true), nil
}
