package changes_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

// Owners, admins and analysts see all time and all rates, so that the projects behind entries and their members are
// not read for them. A user is shown an entry by them.
func TestPollsReadNoProjectsForWhoSeesAll(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	analyst, member := owner.AddMember("ann", "analyst"), owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "Bridge"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID, "isManager": true}).OK()
	cursors := map[*apitest.User]string{}
	for _, u := range []*apitest.User{owner, analyst, member} {
		cursors[u] = u.Get("/api/changes?types=entry").OK()["next_cursor"].(string)
	}
	owner.Clock.Advance(time.Second)
	at := apitest.StartTime.Format(time.RFC3339)
	owner.Post("/api/entries", object{"projectId": project, "startedAt": at, "stoppedAt": at}).OK()
	for u, batches := range map[*apitest.User]int{owner: 2, analyst: 2, member: 3} {
		u.Probe.Reset()
		items := u.Get("/api/changes?types=entry&cursor=" + cursors[u]).Items()
		if len(items) != 1 || items[0]["record"].(object)["project_id"] != project {
			t.Errorf("%s: %v", u.Email, items)
		}
		if n := u.Probe.Snapshot().Calls["BatchGetItem"]; n != batches {
			t.Errorf("%s: %d batch reads, want %d", u.Email, n, batches)
		}
	}
}
