package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) clientApproval(ctx context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	token, p := c.PathValue("token"), readerOf(c.Request, "")
	found, err := f.signing.FindLink(ctx, token, c.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return invalidApprovalPage(p), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	return f.newApprovalView(p, found, token, signInput{}).toPage(nil), nil
}

func invalidApprovalPage(p reader) page.Page {
	return invalidLinkPage(p, problem.NotFound(), p.Lines("approval.invalid"))
}
