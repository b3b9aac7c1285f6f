package submissions_test

import (
	"fmt"
	"testing"

	"stint/functions/apitest"
)

// However one goes about it, a locked entry cannot be changed, not by an owner
// either; what would change nothing is fine.
func TestLockedEntries(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	mine, free := track(m.worker, 8, 60, object{"projectId": m.site, "description": "a"}), track(m.worker, 6, 60, nil)
	made := m.worker.Post(all, week).OK()
	id := made["id"].(string)
	path, line := all+"/"+id, linePath(lines(made)[m.site])
	key := m.worker.Post("/api/me/workspaces/"+m.owner.WorkspaceID+"/api-keys", object{"name": "cli"}).OK()["token"].(string)
	v1 := func(method, path string, body any) *apitest.Answer {
		return m.Send(apitest.Request{Method: method, Path: path, Body: body, Bearer: key})
	}
	refuse := func(when string) {
		t.Helper()
		for _, change := range []object{
			{"description": "b"}, {"projectId": m.app}, {"projectId": nil}, {"startedAt": "2026-06-08T08:00:00Z"}, {"stoppedAt": "2026-06-08T11:00:00Z"},
			{"isBillable": false}, {"startedAt": "2026-05-01T08:00:00Z"},
		} {
			m.worker.Patch("/api/entries/"+mine, change).Problem(409, "conflict")
			v1("PATCH", "/api/v1/entries/"+mine, change).Problem(409, "conflict")
			m.owner.Patch("/api/entries/"+mine+"?user_id="+m.worker.ID, change).Problem(409, "conflict")
			row := object{"id": mine}
			for name, value := range change {
				row[name] = value
			}
			m.worker.Post("/api/entries:bulk", object{"items": []object{row}}).Invalid("items[0].id entry_locked")
		}
		m.owner.Patch("/api/entries/"+mine+"?user_id="+m.worker.ID, object{"hourlyRate": 100}).Problem(409, "conflict")
		m.worker.Delete("/api/entries/"+mine).Problem(409, "conflict")
		m.owner.Delete("/api/entries/"+mine+"?user_id="+m.worker.ID).Problem(409, "conflict")
		v1("DELETE", "/api/v1/entries/"+mine, nil).Problem(409, "conflict")
		mixed := []object{{"id": free, "description": "lost"}, {"id": mine, "op": "delete"}, {"id": "01900000-0000-7000-8000-000000000001", "startedAt": "2026-06-06T09:00:00Z"}, {"id": "01900000-0000-7000-8000-000000000002", "op": "delete"}}
		for _, bulk := range []*apitest.Answer{m.worker.Post("/api/entries:bulk", object{"items": mixed}), v1("POST", "/api/v1/entries:bulk", object{"items": mixed})} {
			bulk.Invalid("items[1].id entry_locked", "items[2].stoppedAt required")
		}
		theirs := []object{{"id": mine, "userId": m.worker.ID, "isBillable": false}, {"id": free, "userId": m.worker.ID, "op": "delete"}}
		m.owner.Post("/api/entries:bulk", object{"items": theirs}).Invalid("items[0].id entry_locked")

		same := object{"description": "a", "projectId": m.site, "startedAt": "2026-06-08T09:00:00Z"}
		expect(t, when, m.worker.Patch("/api/entries/"+mine, same).OK(), object{"is_locked": true, "submission_id": id, "version": 1})
		expect(t, when, v1("PATCH", "/api/v1/entries/"+mine, nil).OK(), object{"is_locked": true, "submission_id": id, "version": 1})
		expect(t, when, m.worker.Get("/api/entries/"+free).OK(), object{"description": "", "is_locked": false, "submission_id": nil})
		items := m.worker.Post("/api/entries:bulk", object{"items": []object{{"id": mine, "description": "a", "version": 9}, {"id": free, "description": ""}}}).Items()
		expect(t, when+", in a batch", items[0], object{"is_locked": true, "submission_id": id, "version": 1})
		expect(t, when+", in a batch", items[1], object{"is_locked": false, "submission_id": nil})
	}
	refuse("pending")
	m.owner.Post(line+"/approve", nil).OK()
	refuse("approved")
	m.owner.Post(path+"/reopen", nil).OK()
	refuse("reopened")
	for who, list := range map[string]*apitest.Answer{
		"own": m.worker.Get("/api/entries"), "everyone's": m.owner.Get("/api/entries"), "the project's": m.owner.Get("/api/entries?project_id=" + m.site),
		"a user's": m.owner.Get("/api/entries?user_id=" + m.worker.ID), "a manager's": m.manager.Get("/api/entries"), "by a key": v1("GET", "/api/v1/entries", nil),
	} {
		found := 0
		for _, e := range list.Items() {
			if e["id"] == mine {
				found++
				expect(t, who, e, object{"is_locked": true, "submission_id": id})
			} else {
				expect(t, who, e, object{"is_locked": false, "submission_id": nil})
			}
		}
		if found != 1 {
			t.Errorf("%s: the entry came %d times", who, found)
		}
	}
	m.owner.Post(line+"/reject", nil).OK()
	expect(t, "rejected", m.worker.Patch("/api/entries/"+mine, object{"description": "b"}).OK(), object{"is_locked": false, "submission_id": nil, "version": 2})
	expect(t, "rejected, in a batch", m.worker.Post("/api/entries:bulk", object{"items": []object{{"id": mine, "description": "c"}}}).Items()[0], object{"is_locked": false, "version": 3})
	m.worker.Post(path+"/resubmit", nil).OK()
	m.worker.Patch("/api/entries/"+mine, object{"description": "d"}).Problem(409, "conflict")
	m.worker.Post(path+"/withdraw", nil).OK()
	expect(t, "withdrawn", m.worker.Get("/api/entries/"+mine).OK(), object{"is_locked": false, "submission_id": nil})
	m.worker.Delete("/api/entries/" + mine).OK()
	always(t, m.House).agrees(t, m.owner)
}

// Every row of a batch that changes what is locked is told so.
func TestLockedRowsOfABatch(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	var rows []object
	for i := range 6 {
		rows = append(rows, object{"id": track(m.worker, 8+i, 10, nil), "description": "x"})
	}
	m.worker.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-10"}).OK()
	rows[1] = object{"id": rows[1]["id"]} // changes nothing
	m.worker.Post("/api/entries:bulk", object{"items": rows}).Invalid("items[0].id entry_locked", "items[2].id entry_locked")
	for _, row := range rows {
		if got := m.worker.Get(fmt.Sprint("/api/entries/", row["id"])).OK(); got["version"] != 1.0 {
			t.Errorf("changed: %v", got)
		}
	}
	always(t, m.House)
}
