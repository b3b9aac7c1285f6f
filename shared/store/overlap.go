package store

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Where a workspace forbids overlaps (domain/overlap.go has the rule), every write
// that could make one raises its owner's overlap guard, on condition that the
// guard is as it was read before the entries. So of two such writes at the same
// time one fails.

// ErrOverlapGuard is the error of a write whose guard was raised concurrently.
// The caller may search for overlaps again and retry; tracking/overlap.go does.
var ErrOverlapGuard = problem.Conflict(problem.WriteRace, "Another request wrote an entry at the same time. Try again.")

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
	return table.Upsert(overlapGuardKey(w, u), overlapWrites.add(1)).Provided(overlapWrites.is(n)).Or(ErrOverlapGuard)
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
			parts[i], err = table.ReadAll[domain.Entry](ctx, s.table, startTimeRange(table.ByLSK, timePK(w, win.User), &win.From, &win.To))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(parts...), nil
}
