package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

type listLinksInput struct{ paging.Query }

func (f *Family) listLinks(ctx context.Context, c *route.Call[listLinksInput], s linkParent) (route.List[linkAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[linkAnswer]{}, err
	}
	page, err := f.store.ClientLinks(ctx, c.WorkspaceID(), s.ID, in.Page(c.Request))
	return paging.ToList(page, err, func(l domain.ClientLink) linkAnswer { return toLinkAnswer(s.Submission, l, c.Now) })
}
