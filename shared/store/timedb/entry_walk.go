package timedb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// EntryRange says which entries a walk visits.
type EntryRange struct {
	User    domain.ID // the owner; "" is all users
	Project domain.ID // only with User ""; "" is all projects
	timelog.Span
	After string // a position of OpenEntryPosition; "" is the beginning
}

// KeyRange is the range of the entries in their order, oldest first.
func (c EntryRange) KeyRange(w domain.ID) table.Range {
	x, partition := key.ByWorkspace, key.WorkspacePK(w)
	switch {
	case c.User != "":
		x, partition = table.ByLSK, key.TimePK(w, c.User)
	case c.Project != "":
		x, partition = key.ByProject, key.ProjectTimePK(w, c.Project)
	}
	r := StartTimeRange(x, partition, c.From, c.To)
	r.Descending = false
	if c.After != "" {
		r.From = max(r.From, c.After+" ") // sorts right behind it
	}
	return r
}

// exportedEntries is the list to which the positions of an export belong.
const exportedEntries = "entries of an export"

// SealEntryPosition makes the cursor of the position after an entry. It opens only for the
// same request scope.
func (s *Store) SealEntryPosition(
	ctx context.Context, p table.PageRequest, e timelog.Entry,
) (_ table.Cursor, err error) {
	defer core.Wrap(&err, "SealEntryPosition", e.ID)
	return s.Table.SealKey(ctx, p, exportedEntries, key.EntryPosition(e))
}

// OpenEntryPosition finds the position of the request's cursor; "" without a cursor. Errors:
// validation cursor_invalid.
func (s *Store) OpenEntryPosition(ctx context.Context, p table.PageRequest) (after string, err error) {
	defer core.Wrap(&err, "OpenEntryPosition")
	position, err := s.Table.OpenKey(ctx, p, exportedEntries)
	return position.PK, err
}

// WalkEntries visits entries, oldest first, including running timers, until a
// visit fails. It reads 1 MB at a time. One user's entries are strongly
// consistent, all others eventually. A timer that is stopped during the walk may
// be visited as the timer, as its entry, or as both.
func (s *Store) WalkEntries(
	ctx context.Context, w domain.ID, c EntryRange, visit func(timelog.Entry) error,
) (err error) {
	defer core.Wrap(&err, "WalkEntries", w)
	return table.Walk(ctx, s.Table, c.KeyRange(w), visit)
}

// historyPageSize is how many entries HasTimeOn reads at a time.
const historyPageSize = 1000

// HasTimeOn reports whether a user has an entry or a running timer on a project. It
// reads the user's time from the latest back to the first on that project.
func (s *Store) HasTimeOn(ctx context.Context, w, u, project domain.ID) (_ bool, err error) {
	defer core.Wrap(&err, "HasTimeOn", w, u, project)
	r := EntryRange{User: u}.KeyRange(w)
	r.Descending = true
	for e, err := range table.Iterate[timelog.Entry](ctx, s.Table, r, historyPageSize) {
		if err != nil || e.ProjectID == project {
			return err == nil, err
		}
	}
	return false, nil
}
