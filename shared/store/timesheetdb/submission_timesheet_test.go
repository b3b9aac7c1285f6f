package timesheetdb

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/problem"
)

// The message about a period with too much time names the bounds.
func TestTheMessageNamesTheBoundsOfAPeriod(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("%d,000 entries or %d MB", maxTimesheetEntries/1_000, maxTimesheetBytes/1_000_000)
	if got := problem.TooMuchTime.Message(); !strings.Contains(got, want) {
		t.Errorf("the message is %q, want %s", got, want)
	}
}
