package tasks

import (
	"context"

	"stint/shared/access"
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

func (f *Family) list(ctx context.Context, c *route.Call[listInput], p access.Project) (route.List[answer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[answer]{}, err
	}
	if in.ExternalID.Set {
		found, err := f.store.TaskByExternalID(ctx, c.WorkspaceID(), in.ExternalID.Value)
		if found != nil && found.ProjectID != p.Project.ID {
			found = nil
		}
		return paging.ToSingle(in.Query, found, err, in.filter(), toAnswer)
	}
	page, err := f.store.Tasks(ctx, c.WorkspaceID(), p.Project.ID, in.Page(c.Request), in.filter())
	return paging.ToList(page, err, toAnswer)
}

// filter returns nil if all rows match, so that the store reads no more rows
// than the page holds.
func (in listInput) filter() func(domain.Task) bool {
	if !in.IsArchived.Set && in.Search.Value == "" {
		return nil
	}
	return func(t domain.Task) bool {
		return in.IsArchived.Or(t.IsArchived) == t.IsArchived && in.Search.Value.FoundIn(string(t.Name))
	}
}
