package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) signInFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "failure.sign_in", f.basePath+"/api/auth/sso/external/start")
}
