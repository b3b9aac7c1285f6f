package entries_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A user resubmits a rejected line while their timesheet's entries are listed: the timesheet
// was read before, and the entries are read after. They are on a line of it at every moment.
func TestEntriesOfATimesheetThatIsResubmitted(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("ursula", "user")
	member.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	const submissions = "/api/workspaces/me/timesheet-submissions"
	made := member.Post(submissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-07"}).OK()
	line := made["lines"].([]any)[0].(object)["id"].(string)
	owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": nil}).OK()
	resubmitted := owner.Service.Probe.Inject(testkit.Fault{
		Where: testkit.On("Query"),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			member.Post(submissions+"/"+made["id"].(string)+"/resubmit", nil).OK()
			return exchange(r)
		},
	})
	shown := owner.Get("/api/entries?submission_id=" + made["id"].(string)).Items()
	if resubmitted.Hits() != 1 {
		t.Fatal("the entries were not read; the test must be arranged differently")
	}
	if len(shown) != 1 || shown[0]["is_locked"] != true {
		t.Errorf("%v, want the entry, locked", shown)
	}
}
