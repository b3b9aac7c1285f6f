package entries

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	// Entries that start at this moment or later.
	From wire.Optional[domain.Instant] `query:"from"`
	// Entries that start before this moment.
	To wire.Optional[domain.Instant] `query:"to"`
	tracking.Filter
	// The entries with this external id, at most one of each user.
	// only the one with this external id
	ExternalID wire.Optional[domain.ExternalID] `query:"external_id" bounds:"externalId"`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[tracking.EntryAnswer], error) {
	none := route.List[tracking.EntryAnswer]{}
	in, issues, err := c.Read()
	if err != nil {
		return none, err
	}
	if in.From.Set && in.To.Set && issues.IsClean("from") && issues.IsClean("to") &&
		!in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	scope, err := tracking.ScopeOf(ctx, f.store, c.Caller,
		in.Selection(timelog.Span{From: in.From.Pointer(), To: in.To.Pointer()}), issues)
	if err != nil {
		return none, err
	}
	page, err := f.listInScope(ctx, c.Request, scope, in)
	if err != nil {
		return none, err
	}
	viewer, err := scope.LoadViewer(ctx, f.store, page.Items)
	return paging.ToList(page, err, func(e timelog.Entry) tracking.EntryAnswer { return viewer.Show(e, c.Now) })
}

// listInScope lists the entries of a scope by their external id, by their ids, or by the index
// with the fewest other entries.
func (f *Family) listInScope(ctx context.Context, r *route.Request, scope tracking.Scope,
	query listInput) (store.Page[timelog.Entry], error) {
	w, in, filter, p := r.WorkspaceID(), scope.Span, scope.Filter(f.store), query.Page(r)
	switch {
	case query.ExternalID.Set:
		all, err := f.byExternalID(ctx, w, scope, query.ExternalID.Value)
		if err != nil {
			return store.Page[timelog.Entry]{}, err
		}
		return f.store.PageOfEntries(ctx, p, all)
	case scope.IDs != nil:
		all, err := scope.ReadByID(ctx, f.store, r)
		if err != nil {
			return store.Page[timelog.Entry]{}, err
		}
		return f.store.PageOfEntries(ctx, p, all)
	case scope.User != "":
		return f.store.Entries(ctx, w, scope.User, in, p, filter)
	case scope.Project != "":
		return f.store.EntriesOfProject(ctx, w, scope.Project, in, p, filter)
	default:
		return f.store.EntriesOfWorkspace(ctx, w, in, p, filter)
	}
}

// byExternalID are the entries of a scope with an external id. Each user has at most one.
func (f *Family) byExternalID(ctx context.Context, w domain.ID, scope tracking.Scope,
	x domain.ExternalID) ([]timelog.Entry, error) {
	users := []domain.ID{scope.User}
	if scope.User == "" {
		var err error
		if users, err = f.store.EverMemberIDs(ctx, w); err != nil {
			return nil, err
		}
	}
	all, err := f.store.EntriesByExternalID(ctx, w, users, x)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e timelog.Entry) bool { return scope.Project != "" && e.ProjectID != scope.Project })
	return scope.Keep(ctx, f.store, all)
}
