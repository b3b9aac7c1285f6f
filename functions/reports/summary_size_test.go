package reports

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/store"
)

// Items fit into an answer up to the size of a file.
func TestSummaryOfSeveralGroupsIsBounded(t *testing.T) {
	t.Parallel()
	name := domain.Name(strings.Repeat("n", 200))
	rows := make([]reports.ReportRow, 10_000)
	l := labels{Records: store.Records{Users: map[domain.ID]people.User{"u": {DisplayName: name}}}}
	for i := range rows {
		rows[i].Key = reports.GroupKey{"u", "2026-06-17"}
	}
	several := []reports.Grouping{reports.ByUser, reports.ByDay}
	for _, c := range []struct {
		rows int
		fit  bool
	}{{10_000, false}, {5_000, true}} {
		items := toItems(rows[:c.rows], several, l)
		if n := fitting(items, maxFileSize); len(items) != c.rows || (n == len(items)) != c.fit || n == 0 {
			t.Errorf("%d of %d items fit", n, c.rows)
		}
	}
}
