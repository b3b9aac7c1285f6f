package summing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
)

// A filter that reads for the entries gets all finished ones, a batch at a time, before it
// decides on them. They are visited in order.
func TestEntriesAreFilteredInBatches(t *testing.T) {
	t.Parallel()
	for entries, want := range map[int][]int{0: nil, 1: {1}, batchSize: {batchSize},
		2*batchSize + 1: {batchSize, batchSize, 1}} {
		var sizes, visited []int
		prepared := map[domain.ID]bool{}
		b := Batches{
			Filter: store.Filter[timelog.Entry]{
				Keep: func(e timelog.Entry) bool { return prepared[e.ID] && e.IsBillable },
				Prepare: func(_ context.Context, all []timelog.Entry) error {
					for i, e := range all {
						prepared[e.ID], all[i] = true, timelog.Entry{} // it may change its slice
					}
					sizes = append(sizes, len(all))
					return nil
				},
			},
			Visit: func(e timelog.Entry) error {
				visited = append(visited, int(e.Version))
				return nil
			},
		}
		for n := range entries {
			e := timelog.Entry{ID: domain.ID(fmt.Sprint(n)), Version: int64(n), StoppedAt: &timelog.EarliestStart,
				IsBillable: n%2 == 0}
			if err := errors.Join(b.Add(t.Context(), e), b.Add(t.Context(), timelog.Entry{})); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Flush(t.Context()); err != nil || !slices.Equal(sizes, want) || len(visited) != (entries+1)/2 ||
			!slices.IsSorted(visited) {
			t.Errorf("%d entries: batches of %v, %d visited, %v", entries, sizes, len(visited), err)
		}
	}
}
