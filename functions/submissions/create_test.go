package submissions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestSubmitRefusals(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, c := range []struct {
		body any
		want []string
	}{
		{object{}, []string{"periodStart required", "periodEnd required"}},
		{object{"periodStart": nil, "periodEnd": "2026-06-08"}, []string{"periodStart required"}},
		{`{"periodStart": "2026-06-31", "periodEnd": "8 June"}`,
			[]string{"periodStart date_invalid", "periodEnd date_invalid"}},
		{object{"periodStart": 20260608, "periodEnd": "2026-06-14"}, []string{"periodStart type_invalid"}},
		{object{"periodStart": "2026-06-08", "periodEnd": "2026-06-07"}, []string{"periodEnd range_invalid"}},
		{object{"period_start": "2026-06-08", "period_end": "2026-07-09"}, []string{"period_end range_too_long"}},
		{object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14", "note": strings.Repeat("ä", 2001)},
			[]string{"note max_length"}},
		{`{"periodStart": "2026-06-08", "periodEnd": "2026-06-07", "note": 1}`,
			[]string{"periodEnd range_invalid", "note type_invalid"}},
	} {
		m.submitter.Post(pathSubmissions, c.body).Invalid(c.want...)
	}
	m.submitter.Post(pathSubmissions, nil).Invalid(" required")
	m.submitter.Post(pathSubmissions, `[]`).Invalid(" type_invalid")
	m.submitter.Post(pathSubmissions, `{"periodStart": }`).Problem(400, "malformed_request")
	m.analyst.Post(pathSubmissions, `{"periodStart": }`).Denied(readOnly)
	m.Send(apitest.Request{Method: "POST", Path: pathSubmissions, Body: submittedWeek}).Problem(401, "unauthorized")
	for _, days := range []object{
		submittedWeek, {"periodStart": "0000-01-01", "periodEnd": "0000-01-02"},
		{"periodStart": "9999-12-01", "periodEnd": "9999-12-30"},
	} {
		m.submitter.Post(pathSubmissions, days).Problem(409, "conflict") // nothing was tracked
	}
	m.submitter.Post(pathSubmissions, object{"periodStart": "9999-12-31", "periodEnd": "9999-12-31"}).Invalid(
		"periodEnd range_too_long")
	if n := len(m.owner.Get(pathSubmissions).Items()); n != 0 {
		t.Errorf("%d submissions came of it", n)
	}
}

// A submission takes what is finished, free and one's own, by the start.
func TestSubmitSelectsEntries(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID, object{"timezone": "America/New_York"}).OK()
	span := func(from, to string) string {
		return m.submitter.Track(from, to)
	}
	early, first := span("2026-06-08T03:59:59Z", "2026-06-08T08:00:00Z"),
		span("2026-06-08T04:00:00Z", "2026-06-08T05:00:00Z")
	last, late := span("2026-06-15T03:59:59Z", "2026-06-15T06:00:00Z"),
		span("2026-06-15T04:00:00Z", "2026-06-15T05:00:00Z")
	empty := span("2026-06-10T10:00:00Z", "2026-06-10T10:00:00Z")
	theirs := track(m.other, 9, 60, nil)
	made := m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14",
		"note": "  Mine\n"}).OK()
	id := made["id"].(string)
	wantFields(t, "line", linesByProject(made)[""], object{"entry_count": 3, "total_seconds": 3600 + 7201,
		"project_id": nil, "task_id": nil, "amount": nil})
	if lockedBy(m.submitter, first) != id || lockedBy(m.submitter, last) != id || lockedBy(m.submitter, empty) != id {
		t.Error("what starts within the days is not taken")
	}
	if lockedBy(m.submitter, early) != "" || lockedBy(m.submitter, late) != "" || lockedBy(m.other, theirs) != "" {
		t.Error("what starts outside of the days, or is another's, is taken")
	}
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// A line for each project, task, billable flag and currency; the amount of the
// submission counts the workspace's currency.
func TestSubmitGroupsLines(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	task := m.owner.Post("/api/projects/"+m.site+"/tasks", object{"name": "design"}).ID()
	track(m.submitter, 8, 60, object{"projectId": m.site})
	track(m.submitter, 9, 30, object{"projectId": m.site})
	track(m.submitter, 9, 60, object{"taskId": task})
	track(m.submitter, 9, 60, object{"projectId": m.site, "isBillable": false})
	setBilling(m.owner, object{"currency": "CHF"})
	track(m.submitter, 9, 20, object{"projectId": m.site})
	track(m.submitter, 9, 60, nil)
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	seen := m.owner.Get(pathSubmissions + "/" + made["id"].(string)).OK()
	wantFields(t, "submission", seen, object{"currency": "CHF", "amount": 2000, "total_seconds": 290 * 60, "version": 1})
	got := map[string]object{}
	for _, l := range seen["lines"].([]any) {
		line := l.(object)
		key := line["currency"].(string)
		if line["task_id"] == task {
			key += " task"
		}
		if line["is_billable"] == false {
			key += " free"
		}
		if line["project_id"] == nil {
			key += " none"
		}
		got[key] = line
	}
	for key, want := range map[string]object{
		"EUR":      {"entry_count": 2, "total_seconds": 5400, "amount": 9000},
		"EUR task": {"entry_count": 1, "amount": 6000, "project_id": m.site},
		"EUR free": {"entry_count": 1, "total_seconds": 3600, "amount": 0},
		"CHF":      {"entry_count": 1, "total_seconds": 1200, "amount": 2000},
		"CHF none": {"entry_count": 1, "total_seconds": 3600, "amount": 0},
	} {
		wantFields(t, key, got[key], want)
	}
	if len(got) != 5 {
		t.Errorf("%d lines, want 5: %v", len(got), got)
	}
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// The rounding in force at submission is kept with it, whatever comes after,
// a resubmission too.
func TestRoundingIsKept(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	setBilling(m.owner, object{"rounding": object{"mode": "up", "minutes": 15}})
	track(m.submitter, 8, 1, object{"projectId": m.site})
	track(m.submitter, 9, 16, object{"projectId": m.site})
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	path := pathSubmissions + "/" + made["id"].(string)
	wantFields(t, "rounded up", linesByProject(m.owner.Get(path).OK())[m.site],
		object{"total_seconds": 2700, "amount": 4500})
	setBilling(m.owner, object{"rounding": object{"mode": "down", "minutes": 15}})
	wantFields(t, "settings changed", linesByProject(m.owner.Get(path).OK())[m.site],
		object{"total_seconds": 2700, "amount": 4500})
	m.owner.Post(linePath(linesByProject(made)[m.site])+"/reject", nil).OK()
	track(m.submitter, 10, 1, object{"projectId": m.site})
	m.submitter.Post(path+"/resubmit", nil).OK()
	wantFields(t, "resubmitted", m.owner.Get(path).OK(), object{"total_seconds": 3600, "amount": 6000})
	m.owner.Post(path+"/approve-all", nil).OK()
	track(m.submitter, 11, 20, object{"projectId": m.site})
	beside := m.submitter.Post(pathSubmissions, submittedWeek).ID()
	wantFields(t, "submitted anew", m.owner.Get(pathSubmissions+"/"+beside).OK(),
		object{"total_seconds": 900, "amount": 1500})
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

func TestSubmitBesideOthers(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	early, late := track(m.submitter, 1, 60, nil), track(m.submitter, 14, 60, nil)
	conflicts := func(state string) {
		t.Helper()
		for _, days := range []object{submittedWeek, {"periodStart": "2026-06-14", "periodEnd": "2026-07-01"},
			{"periodStart": "2026-05-15", "periodEnd": "2026-06-08"}} {
			m.submitter.Post(pathSubmissions, days).Problem(409, "conflict")
		}
		if got := m.owner.Get(path).OK()["status"]; got != state {
			t.Errorf("%v, want %s", got, state)
		}
	}
	conflicts("submitted")
	m.owner.Post(site+"/reject", nil).OK()
	conflicts("partially_rejected")
	m.owner.Post(app+"/reject", nil).OK()
	conflicts("rejected")
	m.submitter.Post(path+"/resubmit", nil).OK()
	if lockedBy(m.submitter, late) != path[len(pathSubmissions)+1:] || lockedBy(m.submitter, early) != "" {
		t.Error("a resubmission takes what is new of its period, and only that")
	}
	// shares no day
	before := m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-07"}).ID()
	m.other.Post(pathSubmissions, submittedWeek).Problem(409, "conflict")
	track(m.other, 9, 30, nil)
	m.other.Post(pathSubmissions, submittedWeek).OK() // another's is no matter

	m.owner.Post(path+"/approve-all", nil).OK()
	m.submitter.Post(pathSubmissions, submittedWeek).Problem(409, "conflict") // nothing is left
	rest := track(m.submitter, 12, 30, nil)
	beside := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	wantFields(t, "the rest", beside, object{"total_seconds": 1800})
	if lockedBy(m.submitter, rest) != beside["id"] || lockedBy(m.submitter, early) != before {
		t.Error("the submissions hold other entries than they took")
	}
	m.owner.Post(path+"/reopen", nil).Conflict("submission_open") // two open ones never share a day
	m.submitter.Post(pathSubmissions+"/"+beside["id"].(string)+"/withdraw", nil).OK()
	m.owner.Post(path+"/reopen", nil).OK()
	m.submitter.Post(pathSubmissions, submittedWeek).Problem(409, "conflict") // it is open again
	m.submitter.Post(path+"/withdraw", nil).OK()
	wantFields(t, "all of it", m.submitter.Post(pathSubmissions, submittedWeek).OK(),
		object{"total_seconds": 2*3600 + 3600 + 1800})
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

func TestSubmitWhileATimerRuns(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	track(m.submitter, 17, 10, nil)
	yesterday := track(m.submitter, 16, 10, nil)
	timer := m.submitter.Post("/api/timers/start", nil).ID()
	today := object{"periodStart": "2026-06-17", "periodEnd": "2026-06-17"}
	m.submitter.Post(pathSubmissions, today).Problem(409, "conflict")
	m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-16", "periodEnd": "2026-06-17"}).Problem(409,
		"conflict")
	id := m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
	if lockedBy(m.submitter, yesterday) != id {
		t.Error("a timer of another day is no matter")
	}
	m.submitter.Post("/api/timers/"+timer+"/stop", nil).OK()
	made := m.submitter.Post(pathSubmissions, today).OK()
	wantFields(t, "with what the timer left", linesByProject(made)[""], object{"entry_count": 2})
	m.owner.Post(linePath(linesByProject(made)[""])+"/reject", nil).OK()
	m.submitter.Post("/api/timers/start", nil).OK()
	m.submitter.Post(pathSubmissions+"/"+made["id"].(string)+"/resubmit", nil).Problem(409, "conflict")
	m.submitter.Delete("/api/timers/" + m.submitter.Get("/api/timers/current").OK()["timer"].(object)["id"].(string)).OK()
	m.submitter.Post(pathSubmissions+"/"+made["id"].(string)+"/resubmit", nil).OK()
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

func TestSubmitWithAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	entry := track(m.submitter, 8, 60, object{"projectId": m.site})
	track(m.other, 8, 60, nil)
	send := func(p *apitest.User, body object) *apitest.Answer {
		return p.With("Idempotency-Key", "june").Post(pathSubmissions, body)
	}
	first := send(m.submitter, submittedWeek)
	id := first.ID()
	if etag := first.Header.Get("ETag"); etag != `"1"` {
		t.Errorf("ETag %s", etag)
	}
	m.owner.Post(pathSubmissions+"/"+id+"/approve-all", nil).OK()
	again := send(m.submitter, submittedWeek)
	if string(again.Body) != string(first.Body) || again.Header.Get("Idempotency-Replayed") != "true" ||
		again.Header.Get("ETag") != `"1"` {
		t.Errorf("replayed %v\n%s\nwant\n%s", again.Header, again.Body, first.Body)
	}
	send(m.submitter, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-15"}).
		Invalid("Idempotency-Key idempotency_key_reused")
	if send(m.other, submittedWeek).ID() == id {
		t.Error("a key is its sender's own")
	}
	if lockedBy(m.submitter, entry) != id || len(eventTypes(m.owner, id)) != 2 {
		t.Error("a replay has done something")
	}
	checkInvariants(t, m.Service)
}
