package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) signedIn(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	return view{Heading: p.Text("sign_in.done_heading"), Lines: p.Lines("sign_in.done_lines")}.Page(p, nil), nil
}

func (f *Family) connected(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	return view{Heading: p.Text("sign_in.connected_heading"), Lines: p.Lines("sign_in.connected_lines")}.Page(p, nil),
		nil
}

func (f *Family) signInFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "failure.sign_in", f.basePath+"/api/auth/sso/external/start")
}

// connectFailed has no link to try again: only a signed-in user can start the flow,
// in the program that they use.
func (f *Family) connectFailed(_ context.Context, c *route.Call[failureInput]) (page.Page, error) {
	return f.failurePage(c, "failure.connect", "")
}

func (f *Family) checkMail(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	return view{Heading: p.Text("sign_in.check_heading"), Lines: p.Lines("sign_in.check_lines")}.Page(p, nil), nil
}
