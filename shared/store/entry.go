package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// Span is the time in which listed entries start: [From, To). Both bounds are
// optional.
type Span struct{ From, To *domain.Instant }

// Contains reports whether the entry starts in the span.
func (s Span) Contains(e domain.Entry) bool {
	return (s.From == nil || !e.StartedAt.Before(s.From.Time)) && (s.To == nil || e.StartedAt.Before(s.To.Time))
}

// Within is the part of the span that is in [from, to).
func (s Span) Within(from, to domain.Instant) Span {
	if s.From == nil || s.From.Before(from.Time) {
		s.From = &from
	}
	if s.To == nil || to.Before(s.To.Time) {
		s.To = &to
	}
	return s
}

// Entries lists one user's entries, newest first, including the running timer;
// strongly consistent.
func (s *Store) Entries(ctx context.Context, w, u domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(table.ByLSK, timePK(w, u), in.From, in.To), p, filter)
}

// EntriesOfWorkspace lists all users' entries as Entries does, but eventually
// consistent.
func (s *Store) EntriesOfWorkspace(ctx context.Context, w domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(byWorkspace, workspacePK(w), in.From, in.To), p, filter)
}

// EntriesOfProject lists all users' entries of a project as Entries does, but
// eventually consistent.
func (s *Store) EntriesOfProject(ctx context.Context, w, project domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(byProject, projectTimePK(w, project), in.From, in.To), p, filter)
}

// startTimeRange is the range of the entries that start in [from, to), newest
// first. Both bounds are optional.
func startTimeRange(x table.Index, partition string, from, to *domain.Instant) table.Range {
	r := table.PrefixRange(x, partition, startPrefix)
	r.Descending, r.SkipDuplicates = true, true
	if from != nil {
		r.From = startOf(*from)
	}
	if to != nil {
		r.To = startBefore(*to)
	}
	return r
}

// timerIn takes the running timer from the items that were read; nil when none
// runs. The item under that key can also be a blockedTimer, which has no id.
func timerIn(f table.Items, k table.Key) (*domain.Entry, error) {
	if it, ok := f[k]; !ok || table.StringAttribute(it, "id") == "" {
		return nil, nil
	}
	return table.LookupOrNil[domain.Entry](f, k)
}

// timersIn takes the running timers of several users from the items that were
// read.
func timersIn(f table.Items, w domain.ID, users []domain.ID) (map[domain.ID]domain.Entry, error) {
	timers := make(map[domain.ID]domain.Entry, len(users))
	for _, u := range users {
		timer, err := timerIn(f, timerKey(w, u))
		if err != nil {
			return nil, err
		}
		if timer != nil {
			timers[u] = *timer
		}
	}
	return timers, nil
}
