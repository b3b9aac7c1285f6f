package submissions_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// However one goes about it, a locked entry cannot be changed, not by an owner
// either; what would change nothing is fine.
func TestLockedEntries(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	mine, free := track(m.submitter, 8, 60, object{"projectId": m.site, "description": "a"}),
		track(m.submitter, 6, 60, nil)
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	id := made["id"].(string)
	path, line := pathSubmissions+"/"+id, linePath(linesByProject(made)[m.site])
	key := m.submitter.Post("/api/me/workspaces/"+m.owner.WorkspaceID+"/api-keys",
		object{"name": "cli"}).OK()["token"].(string)
	v1 := func(method, path string, body any) *apitest.Answer { return m.As(key).Do(method, path, body) }
	refuse := func(when string) {
		t.Helper()
		for _, change := range []object{
			{"description": "b"}, {"projectId": m.app}, {"projectId": nil}, {"startedAt": "2026-06-08T08:00:00Z"},
			{"stoppedAt": "2026-06-08T11:00:00Z"},
			{"isBillable": false}, {"startedAt": "2026-05-01T08:00:00Z"},
		} {
			m.submitter.Patch("/api/entries/"+mine, change).Problem(409, "conflict")
			v1("PATCH", "/api/v1/entries/"+mine, change).Problem(409, "conflict")
			m.owner.Patch("/api/entries/"+mine+"?user_id="+m.submitter.ID, change).Problem(409, "conflict")
			row := apitest.Body(object{"id": mine}, change)
			m.submitter.Post("/api/entries:bulk", object{"items": []object{row}}).Invalid("items[0].id entry_locked")
		}
		m.owner.Patch("/api/entries/"+mine+"?user_id="+m.submitter.ID, object{"hourlyRate": 100}).Problem(409, "conflict")
		m.submitter.Delete("/api/entries/"+mine).Problem(409, "conflict")
		m.owner.Delete("/api/entries/"+mine+"?user_id="+m.submitter.ID).Problem(409, "conflict")
		v1("DELETE", "/api/v1/entries/"+mine, nil).Problem(409, "conflict")
		mixed := []object{{"id": free, "description": "lost"}, {"id": mine, "op": "delete"},
			{"id": "01900000-0000-7000-8000-000000000001", "startedAt": "2026-06-06T09:00:00Z"},
			{"id": "01900000-0000-7000-8000-000000000002", "op": "delete"}}
		for _, bulk := range []*apitest.Answer{m.submitter.Post("/api/entries:bulk", object{"items": mixed}),
			v1("POST", "/api/v1/entries:bulk", object{"items": mixed})} {
			bulk.Invalid("items[1].id entry_locked", "items[2].stoppedAt required")
		}
		theirs := []object{{"id": mine, "userId": m.submitter.ID, "isBillable": false},
			{"id": free, "userId": m.submitter.ID, "op": "delete"}}
		m.owner.Post("/api/entries:bulk", object{"items": theirs}).Invalid("items[0].id entry_locked")

		same := object{"description": "a", "projectId": m.site, "startedAt": "2026-06-08T09:00:00Z"}
		wantFields(t, when, m.submitter.Patch("/api/entries/"+mine, same).OK(),
			object{"is_locked": true, "submission_id": id, "version": 1})
		wantFields(t, when, v1("PATCH", "/api/v1/entries/"+mine, nil).OK(),
			object{"is_locked": true, "submission_id": id, "version": 1})
		wantFields(t, when, m.submitter.Get("/api/entries/"+free).OK(),
			object{"description": "", "is_locked": false, "submission_id": nil})
		items := m.submitter.Post("/api/entries:bulk",
			object{"items": []object{{"id": mine, "description": "a", "version": 9}, {"id": free, "description": ""}}}).Items()
		wantFields(t, when+", in a batch", items[0], object{"is_locked": true, "submission_id": id, "version": 1})
		wantFields(t, when+", in a batch", items[1], object{"is_locked": false, "submission_id": nil})
	}
	refuse("pending")
	m.owner.Post(line+"/approve", nil).OK()
	refuse("approved")
	m.owner.Post(path+"/reopen", nil).OK()
	refuse("reopened")
	for label, list := range map[string]*apitest.Answer{
		"own": m.submitter.Get("/api/entries"), "everyone's": m.owner.Get("/api/entries"),
		"the project's": m.owner.Get("/api/entries?project_id=" + m.site),
		"a user's":      m.owner.Get("/api/entries?user_id=" + m.submitter.ID), "a manager's": m.manager.Get("/api/entries"),
		"by a key": v1("GET", "/api/v1/entries", nil),
	} {
		found := 0
		for _, e := range list.Items() {
			if e["id"] == mine {
				found++
				wantFields(t, label, e, object{"is_locked": true, "submission_id": id})
			} else {
				wantFields(t, label, e, object{"is_locked": false, "submission_id": nil})
			}
		}
		if found != 1 {
			t.Errorf("%s: the entry came %d times", label, found)
		}
	}
	m.owner.Post(line+"/reject", nil).OK()
	wantFields(t, "rejected", m.submitter.Patch("/api/entries/"+mine, object{"description": "b"}).OK(),
		object{"is_locked": false, "submission_id": nil, "version": 2})
	wantFields(t, "rejected, in a batch", m.submitter.Post("/api/entries:bulk",
		object{"items": []object{{"id": mine, "description": "c"}}}).Items()[0], object{"is_locked": false, "version": 3})
	m.submitter.Post(path+"/resubmit", nil).OK()
	m.submitter.Patch("/api/entries/"+mine, object{"description": "d"}).Problem(409, "conflict")
	m.submitter.Post(path+"/withdraw", nil).OK()
	wantFields(t, "withdrawn", m.submitter.Get("/api/entries/"+mine).OK(),
		object{"is_locked": false, "submission_id": nil})
	m.submitter.Delete("/api/entries/" + mine).OK()
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// Every row of a batch that changes something locked is reported.
func TestLockedRowsOfABatch(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	var rows []object
	for i := range 6 {
		rows = append(rows, object{"id": track(m.submitter, 8+i, 10, nil), "description": "x"})
	}
	m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-10"}).OK()
	rows[1] = object{"id": rows[1]["id"]} // changes nothing
	m.submitter.Post("/api/entries:bulk", object{"items": rows}).Invalid("items[0].id entry_locked",
		"items[2].id entry_locked")
	for _, row := range rows {
		if got := m.submitter.Get(fmt.Sprint("/api/entries/", row["id"])).OK(); got["version"] != 1.0 {
			t.Errorf("changed: %v", got)
		}
	}
	checkInvariants(t, m.Service)
}
