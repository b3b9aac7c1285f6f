package tracking

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

// ReadByID reads the entries and running timers with the scope's ids, newest first. As for
// a single one, the caller's own entries come before others' with the same id, and others
// are looked for only by callers who may read some of them. Errors: OwnerUnknownError.
func (r Scope) ReadByID(ctx context.Context, s ScopeReader, request *route.Request) ([]timelog.Entry, error) {
	w := request.WorkspaceID()
	first := r.User
	if first == "" {
		first = request.User.ID
	}
	found, err := s.Records(ctx, w, entryRefs(r.IDs, first).Merge(store.Refs{Timers: []domain.ID{first}}))
	if err != nil {
		return nil, err
	}
	all := pick(found, r.IDs...)
	missing := slices.DeleteFunc(slices.Clone(r.IDs), func(id domain.ID) bool {
		return slices.ContainsFunc(all, func(e timelog.Entry) bool { return e.ID == id })
	})
	if len(missing) > 0 {
		rest := r
		rest.IDs = missing
		others, err := rest.readOthers(ctx, s, request)
		if err != nil {
			return nil, err
		}
		all = append(all, others...)
	}
	slices.SortFunc(all, timedb.CompareEntries)
	return r.Keep(ctx, s, all)
}

// readOthers looks for ids in the time of the scope's user, or of those who may have them. It reads the timers
// first: one that is stopped between the reads is found as an entry.
func (r Scope) readOthers(ctx context.Context, s ScopeReader, request *route.Request) (all []timelog.Entry, err error) {
	w := request.WorkspaceID()
	refs := entryRefs(r.IDs, r.User).Merge(store.Refs{Timers: []domain.ID{r.User}})
	if r.User == "" {
		if refs, err = refsOfOthers(ctx, s, w, r.IDs); err != nil {
			return nil, err
		}
	}
	timers, err := s.Records(ctx, w, store.Refs{Timers: refs.Timers})
	if err != nil {
		return nil, err
	}
	entries, err := s.Records(ctx, w, store.Refs{Entries: refs.Entries})
	entries.Timers = timers.Timers
	return pick(entries, r.IDs...), err
}

// pick are the entries that were found, and the timers with one of the ids that are no entries yet.
func pick(found store.Records, ids ...domain.ID) (all []timelog.Entry) {
	for _, e := range found.Entries {
		all = append(all, e)
	}
	for user, timer := range found.Timers {
		if _, stopped := found.Entries[store.EntryKey{User: user, ID: timer.ID}]; !stopped &&
			slices.Contains(ids, timer.ID) {
			all = append(all, timer)
		}
	}
	return all
}

// Keep are the entries that belong to the scope.
func (r Scope) Keep(ctx context.Context, s ScopeReader, all []timelog.Entry) (kept []timelog.Entry, err error) {
	filter := r.Filter(s)
	if filter.Prepare != nil {
		if err := filter.Prepare(ctx, slices.Clone(all)); err != nil {
			return nil, err
		}
	}
	for _, e := range all {
		if r.Span.Contains(e) && (r.IDs == nil || slices.Contains(r.IDs, e.ID)) && (filter.Keep == nil || filter.Keep(e)) {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// entryRefs are the entries with some ids of some users.
func entryRefs(ids []domain.ID, users ...domain.ID) (refs store.Refs) {
	for _, user := range users {
		for _, id := range ids {
			refs.Entries = append(refs.Entries, store.EntryKey{User: user, ID: id})
		}
	}
	return refs
}
