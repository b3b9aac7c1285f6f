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

// keysAtOnce is how many keys a list by ids reads at once, before its caller pays for more.
const keysAtOnce = 500

// ReadByID reads the entries and running timers with the scope's ids, newest first. As for
// a single one, the caller's own entries come before others' with the same id, and others
// are looked for only by callers who may read some of them. Errors: rate_limited.
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
	all := r.pick(found)
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

// readOthers looks for ids in the time of every user of the scope. It reads the timers
// first: one that is stopped between the reads is found as an entry.
func (r Scope) readOthers(ctx context.Context, s ScopeReader, request *route.Request) (all []timelog.Entry, err error) {
	w, users := request.WorkspaceID(), []domain.ID{r.User}
	if r.User == "" {
		if users, err = s.EverMemberIDs(ctx, w); err != nil {
			return nil, err
		}
	}
	timers, err := s.Records(ctx, w, store.Refs{Timers: users})
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(users, max(1, keysAtOnce/len(r.IDs))) {
		found, err := s.Records(ctx, w, entryRefs(r.IDs, part...))
		if err != nil {
			return nil, err
		}
		found.Timers = timersAmong(timers.Timers, part)
		all = append(all, r.pick(found)...)
	}
	return all, nil
}

// pick are the entries that were found, and the timers of the scope's ids that are no
// entries yet.
func (r Scope) pick(found store.Records) (all []timelog.Entry) {
	for _, e := range found.Entries {
		all = append(all, e)
	}
	for user, timer := range found.Timers {
		if _, stopped := found.Entries[store.EntryKey{User: user, ID: timer.ID}]; !stopped &&
			slices.Contains(r.IDs, timer.ID) {
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

func timersAmong(timers map[domain.ID]timelog.Entry, users []domain.ID) map[domain.ID]timelog.Entry {
	some := map[domain.ID]timelog.Entry{}
	for _, user := range users {
		if timer, ok := timers[user]; ok {
			some[user] = timer
		}
	}
	return some
}
