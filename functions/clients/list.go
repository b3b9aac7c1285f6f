package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	// true: only archived records. false: only others.
	IsArchived wire.Optional[bool] `query:"is_archived"`
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
		found, err := f.store.ClientByExternalID(ctx, c.WorkspaceID(), in.ExternalID.Value)
		return paging.ToSingle(in.Query, found, err, in.filter(), toAnswer)
	}
	page, err := f.store.Clients(ctx, c.WorkspaceID(), in.Page(c.Request), in.filter())
	return paging.ToList(page, err, toAnswer)
}

// filter returns nil if all rows match, so that the store reads no more rows
// than the page holds.
func (in listInput) filter() func(domain.Client) bool {
	if !in.IsArchived.Set && in.Search.Value == "" {
		return nil
	}
	return func(c domain.Client) bool {
		return in.IsArchived.Or(c.IsArchived) == c.IsArchived && in.Search.Value.FoundIn(string(c.Name))
	}
}
