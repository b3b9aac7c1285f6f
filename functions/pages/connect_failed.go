package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

// connectFailed has no link to try again: only a signed-in user can start the flow,
// in the program that they use.
func (f *Family) connectFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "failure.connect", "")
}
