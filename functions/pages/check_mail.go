package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) checkMail(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	return view{Heading: p.Text("sign_in.check_heading"), Lines: p.Lines("sign_in.check_lines")}.toPage(p, nil), nil
}
