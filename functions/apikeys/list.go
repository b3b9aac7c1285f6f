package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

type listInput struct {
	paging.Query
}

func (f *Family) listAll(ctx context.Context, c *route.Call[listInput]) (route.List[keyAnswer], error) {
	return f.page(ctx, c, "")
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[keyAnswer], error) {
	return f.page(ctx, c, c.WorkspaceID())
}

func (f *Family) page(ctx context.Context, c *route.Call[listInput], workspace domain.ID) (route.List[keyAnswer], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[keyAnswer]{}, err
	}
	page, err := f.store.APIKeys(ctx, c.User.ID, workspace, in.Page(c.Request))
	return paging.Answer(page, err, answer)
}
