package importer_test

import (
	"strings"
	"testing"
	"time"
)

// The plan counts entries of former imports that the files no longer have. They stay, or are
// deleted if that is wanted; other entries are not touched. Locked ones are named.
func TestMissingEntries(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	rows := week()
	rows = append(rows, work("bob's", "2026-06-01T09:00:00Z"))
	rows[6].Person.Email = member.Email
	x.imports(rows...)
	x.owner.Post("/api/entries", object{"startedAt": "2026-06-01T12:00:00Z", "stoppedAt": "2026-06-01T13:00:00Z"}).OK()
	left := append(week()[:2:2], week()[3:]...) // of Ada alone
	if plan, _ := x.imports(left...); plan.Missing.Entries != 1 || plan.Missing.Seconds != 3600 || plan.Missing.Deleted ||
		len(x.list()) != 7 {
		t.Errorf("%+v, %v", plan.Missing, x.entries())
	}
	x.options.DeleteMissing = true
	plan, result := x.imports(left...)
	if !plan.Missing.Deleted || result.Deleted != 1 || result.Compared != "reports" || len(x.list()) != 6 {
		t.Errorf("%+v, %+v, %v", plan.Missing, result, x.entries())
	}
	if _, result = x.imports(left...); result.Deleted != 0 {
		t.Errorf("%+v", result)
	}
	x.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	less := week()
	less[0], less[1].Duration = less[1], time.Hour
	_, result, err := x.try(append(less[:1:1], less[3:]...)...)
	if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Lines[0],
		"entry of 2026-06-01 10:00:00") || result.Deleted != 0 {
		t.Errorf("%+v, %v", result, err)
	}
}
