package timedb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Entries lists one user's entries, newest first, including the running timer;
// strongly consistent.
func (s *Store) Entries(
	ctx context.Context, w, u domain.ID, in timelog.Span, p table.PageRequest, filter table.Filter[timelog.Entry],
) (_ table.Page[timelog.Entry], err error) {
	defer core.Wrap(&err, "Entries", w, u)
	return table.ListFiltered(ctx, s.Table, StartTimeRange(table.ByLSK, key.TimePK(w, u), in.From, in.To), p, filter)
}

// EntriesOfWorkspace lists all users' entries as Entries does, but eventually
// consistent.
func (s *Store) EntriesOfWorkspace(
	ctx context.Context, w domain.ID, in timelog.Span, p table.PageRequest, filter table.Filter[timelog.Entry],
) (_ table.Page[timelog.Entry], err error) {
	defer core.Wrap(&err, "EntriesOfWorkspace", w)
	return table.ListFiltered(ctx, s.Table, StartTimeRange(key.ByWorkspace, key.WorkspacePK(w), in.From, in.To), p, filter)
}

// EntriesOfProject lists all users' entries of a project as Entries does, but
// eventually consistent.
func (s *Store) EntriesOfProject(
	ctx context.Context, w, project domain.ID, in timelog.Span, p table.PageRequest, filter table.Filter[timelog.Entry],
) (_ table.Page[timelog.Entry], err error) {
	defer core.Wrap(&err, "EntriesOfProject", w, project)
	return table.ListFiltered(ctx, s.Table, StartTimeRange(key.ByProject, key.ProjectTimePK(w, project), in.From, in.To),
		p, filter)
}

// StartTimeRange is the range of the entries that start in [from, to), newest
// first. Both bounds are optional.
func StartTimeRange(x table.Index, partition string, from, to *domain.Instant) table.Range {
	r := table.PrefixRange(x, partition, key.StartPrefix)
	r.Descending, r.SkipDuplicates = true, true
	if from != nil {
		r.From = key.StartOf(*from)
	}
	if to != nil {
		r.To = key.StartBefore(*to)
	}
	return r
}
