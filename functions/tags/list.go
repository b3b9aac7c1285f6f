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
	// Only the one with this external id.
	ExternalID wire.Optional[domain.ExternalID] `query:"external_id" bounds:"externalId"`
	// A part of the name, ignoring case and accents.
	Search wire.Optional[domain.SearchTerm] `query:"search" maxLength:"255"`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[answer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[answer]{}, err
	}
	if in.ExternalID.Set {
		found, err := f.store.TagByExternalID(ctx, c.WorkspaceID(), in.ExternalID.Value)
		return paging.ToSingle(in.Query, found, err, in.filter(), toAnswer)
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
