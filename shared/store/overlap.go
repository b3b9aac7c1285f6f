package store

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Where a workspace forbids overlaps (domain/overlap.go has the rule), every write
// that could make one raises its owner's overlap guard, on condition that the
// guard still has the number that was read before the entries. So of two such
// writes that did not see each other one fails.

// ErrOverlapGuard is the error of the write that fails. It may look for overlaps
// again; tracking/overlap.go does.
var ErrOverlapGuard = problem.Conflict("Another entry was written meanwhile.")

// overlapGuard is the counter of a user's writes that could overlap.
type overlapGuard struct {
	N int64 `db:"n"`
}

// overlapGuardsIn takes the counters out of what was read; 0 where there is none yet.
func overlapGuardsIn(f items, w domain.ID, users []domain.ID) (map[domain.ID]int64, error) {
	counts := make(map[domain.ID]int64, len(users))
	for _, u := range users {
		g, _, err := lookup[overlapGuard](f, overlapGuardKey(w, u))
		if err != nil {
			return nil, err
		}
		counts[u] = g.N
	}
	return counts, nil
}

// raiseOverlapGuard counts the guard of a user up from the number that was read.
func raiseOverlapGuard(w, u domain.ID, n int64) action {
	name := expression.Name("n")
	when := name.Equal(expression.Value(n))
	if n == 0 {
		when = expression.AttributeNotExists(name)
	}
	up := expression.Set(name, expression.Value(n+1))
	return action{key: overlapGuardKey(w, u), update: &up, condition: &when}.or(ErrOverlapGuard)
}

// maxParallelWindows bounds how many windows are read at the same time.
const maxParallelWindows = 16

// EntriesInWindows reads the entries that start in the windows, running timers among
// them; strongly consistent.
func (s *Store) EntriesInWindows(ctx context.Context, w domain.ID, windows []domain.Window) ([]domain.Entry, error) {
	parts := make([][]domain.Entry, len(windows))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelWindows)
	for i, win := range windows {
		group.Go(func() (err error) {
			parts[i], err = readAll[domain.Entry](ctx, s, startTimeRange(byLSK, timePK(w, win.User), &win.From, &win.To))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(parts...), nil
}
