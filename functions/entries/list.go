package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	From wire.Optional[domain.Instant] `query:"from" doc:"Entries that start at this moment or later."`
	To   wire.Optional[domain.Instant] `query:"to" doc:"Entries that start before this moment."`
	tracking.Filter
	ExternalID wire.Optional[domain.ExternalID] `query:"external_id" bounds:"externalId" doc:"The entry with this external id: the caller's, or that of user_id."`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[tracking.EntryAnswer], error) {
	none := route.List[tracking.EntryAnswer]{}
	in, issues, err := c.Read()
	if err != nil {
		return none, err
	}
	if in.From.Set && in.To.Set && issues.IsClean("from") && issues.IsClean("to") && !in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	if in.ExternalID.Set && !in.UserID.Set {
		in.UserID = wire.Some(c.User.ID)
	}
	scope, err := tracking.ScopeOf(ctx, f.store, c.Caller, in.Filter, store.Span{From: in.From.Pointer(), To: in.To.Pointer()}, issues)
	if err != nil {
		return none, err
	}
	if in.ExternalID.Set {
		return f.listByExternalID(ctx, c, in, scope)
	}
	page, err := f.listInScope(ctx, c.Request, scope, in.Page(c.Request))
	if err != nil {
		return none, err
	}
	viewer, err := scope.LoadViewer(ctx, f.store, page.Items)
	return paging.ToList(page, err, func(e domain.Entry) tracking.EntryAnswer { return viewer.Show(e, c.Now) })
}

// listByExternalID lists the one entry of the scope's user that has the external id, if
// the other filters match it.
func (f *Family) listByExternalID(ctx context.Context, c *route.Call[listInput], in listInput, scope tracking.Scope) (route.List[tracking.EntryAnswer], error) {
	none := route.List[tracking.EntryAnswer]{}
	found, err := f.store.EntryByExternalID(ctx, c.WorkspaceID(), scope.User, in.ExternalID.Value)
	if err != nil {
		return none, err
	}
	var all []domain.Entry
	if found != nil {
		if all, err = scope.Keep(ctx, f.store, []domain.Entry{*found}); err != nil {
			return none, err
		}
	}
	viewer, err := scope.LoadViewer(ctx, f.store, all)
	matches := func(domain.Entry) bool { return len(all) > 0 }
	return paging.ToSingle(in.Query, found, err, matches, func(e domain.Entry) tracking.EntryAnswer { return viewer.Show(e, c.Now) })
}

// listInScope lists the entries of a scope by their ids, or by the index with the fewest
// other entries.
func (f *Family) listInScope(ctx context.Context, r *route.Request, scope tracking.Scope, p store.PageRequest) (store.Page[domain.Entry], error) {
	w, in, filter := r.WorkspaceID(), scope.Span, scope.Filter(f.store)
	switch {
	case scope.IDs != nil:
		all, err := scope.ReadByID(ctx, f.store, r)
		if err != nil {
			return store.Page[domain.Entry]{}, err
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
