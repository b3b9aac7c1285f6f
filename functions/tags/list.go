package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	Search wire.Optional[domain.SearchTerm] `query:"search" maxLength:"255"`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[answer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[answer]{}, err
	}
	page, err := f.store.Tags(ctx, c.WorkspaceID(), in.Page(c.Request), in.filter())
	return paging.ToList(page, err, toAnswer)
}

// filter returns nil if all rows match, so that the store reads no more rows
// than the page holds.
func (in listInput) filter() func(domain.Tag) bool {
	if in.Search.Value == "" {
		return nil
	}
	return func(g domain.Tag) bool { return in.Search.Value.FoundIn(string(g.Name)) }
}
