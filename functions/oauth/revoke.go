package oauth

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

// revoke ends the grant of a token (RFC 7009). A token that is not valid is ended already.
func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	return endpointAnswer(struct{}{}, f.endGrant(ctx, c.Request))
}

func (f *Family) endGrant(ctx context.Context, r *route.Request) error {
	form, id, err := f.readAuthenticated(ctx, r)
	if err != nil {
		return err
	}
	if form.get("token") == "" {
		return fail(invalidRequest, "token is missing.")
	}
	err = f.apps.Revoke(ctx, form.get("token"), id, r.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	return err
}
