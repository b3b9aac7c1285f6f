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

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[apiKeyAnswer], error) {
	return f.listPage(ctx, c, c.WorkspaceID())
}

func (f *Family) listPage(ctx context.Context, c *route.Call[listInput], workspace domain.ID) (route.List[apiKeyAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[apiKeyAnswer]{}, err
	}
	page, err := f.store.APIKeys(ctx, c.User.ID, workspace, in.Page(c.Request))
	return paging.ToList(page, err, func(k domain.APIKeyDetails) apiKeyAnswer { return toAnswer(k, c.Now) })
}
