package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Where a workspace forbids overlaps, every write that could make one raises the
// owner's overlap guard, on condition that the guard is as it was read before the
// search for overlaps. So of two such writes at the same time one fails.

// ErrOverlapGuard is the error of a write whose guard was raised concurrently.
// The caller may search for overlaps again and retry.
var ErrOverlapGuard = problem.Conflict("Another entry was written meanwhile.")

// overlapGuard is the number of a user's writes that could overlap.
type overlapGuard struct {
	N int64 `db:"n"`
}

// overlapGuardsIn takes the guards of users from the items that were read; a
// missing guard is 0.
func overlapGuardsIn(f table.Items, w domain.ID, users []domain.ID) (map[domain.ID]int64, error) {
	counts := make(map[domain.ID]int64, len(users))
	for _, u := range users {
		g, _, err := table.Lookup[overlapGuard](f, overlapGuardKey(w, u))
		if err != nil {
			return nil, err
		}
		counts[u] = g.N
	}
	return counts, nil
}

// raiseOverlapGuard raises the guard of a user by one from the number that was
// read.
func raiseOverlapGuard(w, u domain.ID, n int64) table.Action {
	name := expression.Name("n")
	when := name.Equal(expression.Value(n))
	if n == 0 {
		when = expression.AttributeNotExists(name)
	}
	up := expression.Set(name, expression.Value(n+1))
	return table.Upsert(overlapGuardKey(w, u), up).Provided(when).Or(ErrOverlapGuard)
}

// FindOverlap finds another finished entry of the same owner that overlaps the
// given one; nil is none. It looks at entries that started at most
// domain.OverlapLookBack before it.
func (s *Store) FindOverlap(ctx context.Context, w domain.ID, e domain.Entry) (*domain.Entry, error) {
	from := e.StartedAt.Plus(-domain.OverlapLookBack)
	near := startTimeRange(table.ByLSK, timePK(w, e.UserID), &from, e.StoppedAt)
	var start table.Item
	for {
		rows, next, err := s.table.Query(ctx, near, start, 0)
		if err != nil {
			return nil, err
		}
		for _, it := range rows {
			other, err := table.Decode[domain.Entry](it)
			if err != nil {
				return nil, err
			}
			if other.ID != e.ID && e.Overlaps(other) {
				return &other, nil
			}
		}
		if len(next) == 0 {
			return nil, nil
		}
		start = next
	}
}
