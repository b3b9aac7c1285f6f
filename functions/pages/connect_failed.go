package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

// connectFailed has no way to begin again: that takes somebody who is signed in,
// at the program that they use.
func (f *Family) connectFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "Your calendar is not connected", link{})
}
