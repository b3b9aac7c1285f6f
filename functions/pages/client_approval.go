package pages

import (
	"context"

	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) clientApproval(ctx context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	token, texts := c.PathValue("token"), textsFor(c.Request)
	found, err := f.signing.FindLink(ctx, token, c.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return invalidApprovalPage(texts), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	return f.newApprovalView(found, texts, token, signInput{}).toPage(nil), nil
}

func invalidApprovalPage(t locale.Texts) page.Page {
	made := view{Heading: t.Text("approval.invalid_heading"), Lines: t.Lines("approval.invalid")}.toPage(problem.NotFound())
	made.Language = string(t.Language)
	return made
}
