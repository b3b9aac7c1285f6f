package timesheets_test

import (
	"fmt"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// Of a week all days are shown, otherwise those with time. A little time has a bar that can be seen.
func TestBarsOfDays(t *testing.T) {
	t.Parallel()
	hours := map[domain.Date]int64{"2026-06-01": 36_000, "2026-06-03": 18_001, "2026-06-05": 1}
	for to, want := range map[domain.Date]string{
		"2026-06-05": "2026-06-01 100, 2026-06-02 0, 2026-06-03 51, 2026-06-04 0, 2026-06-05 1, ",
		"2026-06-08": "2026-06-01 100, 2026-06-03 51, 2026-06-05 1, ",
	} {
		got := ""
		for _, b := range timesheets.BarsOf(timesheets.DaysOf("2026-06-01", to, hours)) {
			got += fmt.Sprint(b.Day, " ", b.Percent, ", ")
		}
		if got != want {
			t.Errorf("until %s: %s, want %s", to, got, want)
		}
	}
	if bars := timesheets.BarsOf(nil); len(bars) > 0 {
		t.Errorf("without days: %v", bars)
	}
}
