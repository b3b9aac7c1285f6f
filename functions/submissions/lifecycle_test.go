package submissions_test

import (
	"slices"
	"testing"

	"stint/internal/apitest"
)

// The life of a timesheet: submitted, rejected in part, corrected, resubmitted,
// approved, reopened.
func TestSubmissionLifecycle(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	boss := api.Register("boss")
	member := boss.AddMember("will", "user")
	site, app := createProject(boss, "site", member), createProject(boss, "app", member)
	inSite, inApp := track(member, 8, 60, object{"projectId": site}), track(member, 9, 90, object{"projectId": app})
	track(member, 14, 30, object{"projectId": site})
	track(member, 15, 30, object{"projectId": site}) // the week after

	made := member.Post(pathSubmissions, submittedWeek).OK()
	id := made["id"].(string)
	wantFields(t, "submission", made, object{
		"user_id": member.ID, "status": "submitted", "total_seconds": 180 * 60, "amount": nil, "version": 1,
		"period_start": "2026-06-08", "period_end": "2026-06-14", "client_status": "none", "client_approval": nil, "note": "",
	})
	seen := boss.Get(pathSubmissions + "/" + id).OK()
	wantFields(t, "as the boss sees it", seen, object{"amount": 18000})
	wantFields(t, "site", linesByProject(seen)[site], object{"entry_count": 2, "total_seconds": 5400, "amount": 9000,
		"status": "pending", "decided_by": nil, "version": 1})
	if lockedBy(member, inSite) != id || lockedBy(member, inApp) != id {
		t.Error("submitted entries are not locked")
	}
	member.Patch("/api/entries/"+inSite, object{"description": "late thought"}).Problem(409, "conflict")
	member.Delete("/api/entries/"+inSite).Problem(409, "conflict")
	member.Post("/api/entries:bulk", object{"items": []object{{"id": inSite, "op": "delete"}}}).Invalid(
		"items[0].id entry_locked")

	appLine, siteLine := linesByProject(seen)[app]["id"].(string), linesByProject(seen)[site]["id"].(string)
	rejected := boss.Post("/api/workspaces/me/submission-lines/"+appLine+"/reject", object{"reason": "Which app?"}).OK()
	wantFields(t, "rejected line", rejected, object{"status": "rejected", "reason": "Which app?", "decided_by": boss.ID,
		"version": 2})
	if lockedBy(member, inApp) != "" || lockedBy(member, inSite) != id {
		t.Error("a rejection unlocks just its entries")
	}
	member.Patch("/api/entries/"+inApp, object{"description": "the phone app", "projectId": site}).OK()
	boss.Post("/api/workspaces/me/submission-lines/"+siteLine+"/approve", nil).OK()
	again := member.Post(pathSubmissions+"/"+id+"/resubmit", nil).OK()
	wantFields(t, "resubmitted", again, object{"status": "submitted", "version": 4})
	if got := linesByProject(again); len(got) != 1 || got[site]["id"] != siteLine || got[site]["entry_count"] != 3.0 ||
		got[site]["status"] != "pending" {
		t.Errorf("lines after resubmission: %v", got)
	}
	if lockedBy(member, inApp) != id || lockedBy(member, inSite) != id {
		t.Error("resubmitted entries are not locked")
	}
	approved := boss.Post(pathSubmissions+"/"+id+"/approve-all", nil).OK()
	wantFields(t, "approved", approved, object{"status": "approved", "version": 5})
	member.Post(pathSubmissions+"/"+id+"/withdraw", nil).Problem(409, "conflict")
	boss.Post(pathSubmissions+"/"+id+"/reopen", nil).OK()
	member.Post(pathSubmissions+"/"+id+"/withdraw", nil).OK()
	if lockedBy(member, inApp) != "" || lockedBy(member, inSite) != "" {
		t.Error("withdrawing unlocks everything")
	}
	want := []string{"submitted", "line_rejected", "line_approved", "resubmitted", "approved_all", "reopened", "withdrawn"}
	if got := eventTypes(member, id); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
}
