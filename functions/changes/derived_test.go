package changes_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
)

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// A decision locks or unlocks entries without a write of them. They come with it.
func TestEntriesFollowTheirSubmission(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	project := owner.Post("/api/projects", object{"name": "Site"}).ID()
	var entries []string
	for i := range 7 {
		start := time.Date(2026, 6, 16, i, 0, 0, 0, time.UTC)
		entries = append(entries, owner.Post("/api/entries", object{
			"projectId": project, "startedAt": start.Format(time.RFC3339),
			"stoppedAt": start.Add(time.Hour).Format(time.RFC3339),
		}).ID())
	}
	api.Clock.Advance(3 * time.Minute)
	followers := []*follower{follow(t, owner, "limit=3&types=entry,submission"), follow(t, owner, "types=entry"),
		follow(t, owner, "limit=1")}
	check := func(isLocked bool) {
		t.Helper()
		for i, f := range followers {
			f.poll()
			n := 0
			for _, record := range f.records {
				if record["is_locked"] == isLocked && record["started_at"] != nil {
					n++
				}
			}
			if n != len(entries) {
				t.Errorf("follower %d has %d entries with is_locked %v, want %d", i, n, isLocked, len(entries))
			}
		}
		for _, id := range entries {
			if got := owner.Get("/api/entries/" + id).OK()["is_locked"]; got != isLocked {
				t.Errorf("is_locked is %v", got)
			}
		}
	}
	submission := owner.Post(submissionsPath, object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"})
	check(true)
	api.Clock.Advance(3 * time.Second)
	line := submission.OK()["lines"].([]any)[0].(object)["id"].(string)
	owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "no"}).OK()
	check(false)
	api.Clock.Advance(3 * time.Second)
	owner.Post(submissionsPath+"/"+submission.ID()+"/resubmit", nil).OK()
	check(true)
	api.Clock.Advance(3 * time.Second)
	owner.Post(submissionsPath+"/"+submission.ID()+"/withdraw", nil).OK()
	check(false)
}

// The name of a user is shown with their memberships.
func TestARenamedUserChangesMembers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "Site"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	api.Clock.Advance(3 * time.Minute)
	f := follow(t, owner, "")
	wantName := func(name string) {
		t.Helper()
		f.wantItems([3]string{"member", "upsert", member.ID}, [3]string{"project_member", "upsert", member.ID})
		for key, record := range f.records {
			if record["display_name"] != nil && record["display_name"] != name {
				t.Errorf("%s shows the name %v, want %s", key, record["display_name"], name)
			}
		}
	}
	member.Patch("/api/me/profile", object{"displayName": "Robert"}).OK()
	api.RunWorker()
	wantName("Robert")
	api.Clock.Advance(3 * time.Second)
	member.Patch("/api/me/profile", object{"displayName": "Robert"}).OK()
	api.RunWorker()
	f.wantItems()
	member.Do("DELETE", "/api/me", object{"password": apitest.Password}).OK()
	api.RunWorker()
	wantName("Deleted user")
}

func TestATransferChangesBothMembers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	api.Clock.Advance(3 * time.Minute)
	f := follow(t, admin, "types=member,workspace")
	owner.Post("/api/workspaces/"+owner.WorkspaceID+"/transfer-ownership", object{"userId": admin.ID}).OK()
	f.wantItems([3]string{"member", "upsert", owner.ID}, [3]string{"member", "upsert", admin.ID},
		[3]string{"workspace", "upsert", owner.WorkspaceID})
}

// A mark does not count as there: what was deleted can be made again with the same id and
// name, and a client that was deleted has no projects.
func TestRecordsAreMadeOverMarks(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(3 * time.Minute)
	f := follow(t, owner, "types=entry")
	const id = "019e0000-0000-7000-8000-000000000001"
	row := object{"id": id, "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
		"description": "first"}
	for i := range 4 {
		row["description"] = fmt.Sprint("made ", i)
		owner.Post("/api/entries:bulk", object{"items": []object{row}}).OK()
		if i%2 == 0 {
			f.wantItems([3]string{"entry", "upsert", id})
		}
		if n := len(owner.Get("/api/entries").Items()); n != 1 {
			t.Errorf("%d entries", n)
		}
		api.Clock.Advance(time.Second)
		owner.Post("/api/entries:bulk", object{"items": []object{{"id": id, "op": "delete"}}}).OK()
		owner.Post("/api/entries:bulk", object{"items": []object{{"id": id, "op": "delete"}}}).OK()
		owner.Get("/api/entries/"+id).Problem(404, "not_found")
		owner.Delete("/api/entries/"+id).Problem(404, "not_found")
		owner.Patch("/api/entries/"+id, object{"description": "x"}).Problem(404, "not_found")
		if i%2 == 0 {
			f.wantItems([3]string{"entry", "delete", id})
		} else {
			f.poll()
		}
		if n := len(owner.Get("/api/entries?limit=1").Items()); n != 0 {
			t.Errorf("%d entries after the delete", n)
		}
		api.Clock.Advance(time.Second)
	}
}

// An entry of a timesheet comes once, at the later of its own change and that of the timesheet.
func TestASubmittedEntryComesOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	since := api.Clock.Now().Format(time.RFC3339)
	var entries []string
	for i := range 7 {
		start := time.Date(2026, 6, 16, i, 0, 0, 0, time.UTC)
		entries = append(entries, owner.Post("/api/entries", object{"startedAt": start.Format(time.RFC3339),
			"stoppedAt": start.Add(time.Hour).Format(time.RFC3339)}).ID())
		api.Clock.Advance(time.Second)
	}
	api.Clock.Advance(3 * time.Second)
	early := follow(t, owner, "types=entry")
	submitted := api.Clock.Now().Format(time.RFC3339)
	owner.Post(submissionsPath, object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).OK()
	api.Clock.Advance(3 * time.Second)
	invoiced := api.Clock.Now().Format(time.RFC3339)
	owner.Post("/api/entries:invoice", object{"invoice": "2026-1", "ids": entries[:2]}).OK()
	api.Clock.Advance(3 * time.Second)
	for _, limit := range []string{"200", "3", "1"} {
		f := followSince(t, owner, since, "limit="+limit+"&types=entry")
		for i, id := range entries {
			want := []string{submitted}
			if i < 2 {
				want = []string{invoiced}
			}
			if got := f.times[id]; !slices.Equal(got, want) {
				t.Errorf("limit %s: entry %d came at %v, want %v", limit, i, got, want)
			}
		}
	}
	if n := len(early.poll()); n != len(entries) {
		t.Errorf("who read the entries before gets %d of %d again", n, len(entries))
	}
}

// A reader that left entries to a timesheet gets them although another timesheet has taken them before the reader came
// to it. That one may be complete, or given up.
func TestEntriesThatWereLeftToATimesheetCome(t *testing.T) {
	t.Parallel()
	for _, isGivenUp := range []bool{false, true} {
		api := apitest.New(t)
		owner := api.Register("ada")
		since := api.Clock.Now().Format(time.RFC3339)
		const many = 95 // more than one transaction claims
		rows := make([]object, many)
		for i := range rows {
			start := time.Date(2026, 6, 16, 0, i, 0, 0, time.UTC)
			rows[i] = object{"id": domain.NewID(), "startedAt": start.Format(time.RFC3339),
				"stoppedAt": start.Add(time.Minute).Format(time.RFC3339)}
		}
		owner.Post("/api/entries:bulk", object{"items": rows}).OK()
		api.Clock.Advance(3 * time.Second)
		period := object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}
		first := owner.Post(submissionsPath, period).ID()
		api.Clock.Advance(3 * time.Second)
		f := newFollower(t, owner, "limit=90&types=entry")
		if !f.read("/api/changes?"+f.query+"&since="+url.QueryEscape(since)) || len(f.times) > 0 {
			t.Fatalf("the first page has %d entries, want none and more to come", len(f.times))
		}
		owner.Post(submissionsPath+"/"+first+"/withdraw", nil).OK()
		api.Clock.Advance(3 * time.Second)
		takeAgain(t, api, owner, period, isGivenUp)
		f.poll()
		if len(f.records) != many {
			t.Errorf("given up %v: %d entries came, want %d", isGivenUp, len(f.records), many)
		}
		for id := range f.times {
			if locked := f.records[keyOf(object{"type": "entry", "id": id, "user_id": owner.ID,
				"project_id": nil})]["is_locked"]; locked != !isGivenUp {
				t.Fatalf("given up %v: is_locked is %v", isGivenUp, locked)
			}
		}
	}
}

// takeAgain submits a period again, or begins to and fails before the last write.
func takeAgain(t *testing.T, api *apitest.Service, u *apitest.User, period object, fails bool) {
	t.Helper()
	if !fails {
		u.Post(submissionsPath, period).OK()
		return
	}
	const beginAndClaim = 2
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes,
		Skip: beginAndClaim, WholeCall: true})
	u.Post(submissionsPath, period).Problem(503, "service_unavailable")
	api.Probe.Reset()
}
