package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) signInFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "The sign-in did not work", link{Text: "Sign in again", To: f.basePath + "/api/auth/sso/external/start"})
}
