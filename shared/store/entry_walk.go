package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// EntryRange is a way through entries: whose, and when they start.
type EntryRange struct {
	User    domain.ID // whose; "" is everyone's
	Project domain.ID // with User "": of which project alone; "" is any
	Span
}

func (c EntryRange) keyRange(w domain.ID) table.Range {
	x, partition := byWorkspace, workspacePK(w)
	switch {
	case c.User != "":
		x, partition = table.ByLSK, timePK(w, c.User)
	case c.Project != "":
		x, partition = byProject, projectTimePK(w, c.Project)
	}
	r := startTimeRange(x, partition, c.From, c.To)
	r.Descending = false
	return r
}

// WalkEntries visits entries, oldest first, running timers among them, until a
// visit fails. It reads as far as it visits, 1 MB at a time. One user's are
// strongly consistent, all others a moment behind. A timer that is stopped
// meanwhile may come as the timer, as its entry, or as both.
func (s *Store) WalkEntries(ctx context.Context, w domain.ID, c EntryRange, visit func(domain.Entry) error) error {
	return table.Walk(ctx, s.table, c.keyRange(w), visit)
}
