package importer_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
)

// Where entries may not overlap, the first row of those that overlap each other is written and the
// others are refused, also when the import is repeated.
func TestRowsThatOverlapEachOther(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"allowOverlap": false}).OK()
	rows := []timefile.Row{
		// an hour each
		work("a", "2026-06-01T08:00:00Z"), work("b", "2026-06-01T08:30:00Z"), work("c", "2026-06-01T08:59:00Z"),
		work("d", "2026-06-02T08:00:00Z"), work("e", "2026-06-02T08:00:00Z"), work("f", "2026-06-03T08:00:00Z"),
	}
	for range 2 {
		_, result, err := x.try(rows...)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Refused) != 1 || result.Refused[0].Rows != 3 ||
			!strings.Contains(result.Refused[0].Reason, "overlaps another entry") {
			t.Errorf("refused %+v", result.Refused)
		}
		if got := len(x.list()); got != 3 {
			t.Errorf("%d entries: %v", got, x.entries())
		}
	}
	if requests := x.written; requests > 20 {
		t.Errorf("%d requests", requests)
	}
}
