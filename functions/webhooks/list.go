package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

type listInput struct{ paging.Query }

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[webhook], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[webhook]{}, err
	}
	page, err := f.store.Webhooks(ctx, c.WorkspaceID(), in.Page(c.Request))
	return paging.ToList(page, err, func(h domain.Webhook) webhook { return toAnswer(h, c.Now) })
}
