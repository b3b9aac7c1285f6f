package reports

import (
	"errors"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/store"
	"stint/shared/summing"
)

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
	if _, err := toItems(rows, several, l); !errors.Is(err, summing.ErrRangeTooLong) {
		t.Errorf("10,000 rows: %v", err)
	}
	if items, err := toItems(rows[:5_000], several, l); err != nil || len(items) != 5_000 {
		t.Errorf("5,000 rows: %d, %v", len(items), err)
	}
	if items, err := toItems(rows, several[:1], l); err != nil || len(items) != len(rows) {
		t.Errorf("a single group: %d, %v", len(items), err)
	}
}
