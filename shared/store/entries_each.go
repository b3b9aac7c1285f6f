package store

import (
	"context"

	"stint/shared/domain"
)

// Course is a way through entries: whose, and when they start.
type Course struct {
	User    domain.ID // whose; "" is everyone's
	Project domain.ID // with User "": of which project alone; "" is any
	Span
}

func (c Course) walk(w domain.ID) walk {
	x, partition := byWS, workspacePK(w)
	switch {
	case c.User != "":
		x, partition = byLSK, timePK(w, c.User)
	case c.Project != "":
		x, partition = byProj, projectTimePK(w, c.Project)
	}
	way := span(x, partition, c.From, c.To)
	way.newest = false
	return way
}

// EachEntry visits entries, oldest first, running timers among them, until a
// visit fails. It reads as far as it visits, 1 MB at a time. One user's are
// strongly consistent, all others a moment behind. A timer that is stopped
// meanwhile may come as the timer, as its entry, or as both.
func (s *Store) EachEntry(ctx context.Context, w domain.ID, c Course, visit func(domain.Entry) error) error {
	return each(ctx, s, c.walk(w), visit)
}
