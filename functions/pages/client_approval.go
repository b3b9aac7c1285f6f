package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) clientApproval(ctx context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	token := c.PathValue("token")
	found, err := f.signing.FindLink(ctx, token, c.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return invalidApprovalPage(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	return f.newApprovalView(found, token, signInput{}).toPage(nil), nil
}

func invalidApprovalPage() page.Page {
	return invalidLinkPage(problem.NotFound(),
		"It has expired or was revoked, the timesheet was reopened, or the link was not copied completely.",
		"Opening it signed nothing. Ask the sender for a new link.",
	)
}
