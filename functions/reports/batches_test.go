package reports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
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
		b := batches{
			filter: store.Filter[timelog.Entry]{
				Keep: func(e timelog.Entry) bool { return prepared[e.ID] && e.IsBillable },
				Prepare: func(_ context.Context, all []timelog.Entry) error {
					for i, e := range all {
						prepared[e.ID], all[i] = true, timelog.Entry{} // it may change its slice
					}
					sizes = append(sizes, len(all))
					return nil
				},
			},
			visit: func(e timelog.Entry) error {
				visited = append(visited, int(e.Version))
				return nil
			},
		}
		for n := range entries {
			e := timelog.Entry{ID: domain.ID(fmt.Sprint(n)), Version: int64(n), StoppedAt: &timelog.EarliestStart,
				IsBillable: n%2 == 0}
			if err := errors.Join(b.add(t.Context(), e), b.add(t.Context(), timelog.Entry{})); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.flush(t.Context()); err != nil || !slices.Equal(sizes, want) || len(visited) != (entries+1)/2 ||
			!slices.IsSorted(visited) {
			t.Errorf("%d entries: batches of %v, %d visited, %v", entries, sizes, len(visited), err)
		}
	}
}

// A summary by several groups has at most the size of a file. One by a single group has no
// such bound.
func TestSummaryOfSeveralGroupsIsBounded(t *testing.T) {
	t.Parallel()
	name := domain.Name(strings.Repeat("n", 200))
	rows := make([]reports.ReportRow, 10_000)
	l := labels{Records: store.Records{Users: map[domain.ID]people.User{"u": {DisplayName: name}}}}
	for i := range rows {
		rows[i].Key = reports.GroupKey{"u", "2026-06-17"}
	}
	several := []reports.Grouping{reports.ByUser, reports.ByDay}
	if _, err := toItems(rows, several, l); !errors.Is(err, errRangeTooLong) {
		t.Errorf("10,000 rows: %v", err)
	}
	if items, err := toItems(rows[:5_000], several, l); err != nil || len(items) != 5_000 {
		t.Errorf("5,000 rows: %d, %v", len(items), err)
	}
	if items, err := toItems(rows, several[:1], l); err != nil || len(items) != len(rows) {
		t.Errorf("a single group: %d, %v", len(items), err)
	}
}
