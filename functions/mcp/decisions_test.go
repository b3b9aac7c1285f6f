package mcp_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// lastWeek has a member with 16 hours of last week, and who reviews them.
type lastWeek struct {
	owner, member *apitest.User
	submits       agent
}

func newLastWeek(t *testing.T) lastWeek {
	t.Helper()
	owner := newWorkspace(t, "Website")
	member := owner.AddMember("max", "user")
	project := owner.Get("/api/projects").Items()[0]["id"].(string)
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	track(member, "2026-06-08", 8, object{"projectId": project})
	track(member, "2026-06-09", 8, nil)
	return lastWeek{owner, member, newAgent(member, "time")}
}

// submit submits the week and returns the id of the timesheet.
func (w lastWeek) submit(t *testing.T) string {
	t.Helper()
	preview := w.submits.ok(t, "submit_timesheet", object{"preview": true})
	out := w.submits.ok(t, "submit_timesheet", object{"fingerprint": preview["fingerprint"]})
	return at(out, "timesheet.id").(string)
}

func TestAnAgentSubmitsWhatItShowed(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	w.submits.refused(t, "submit_timesheet", object{}, "validation")
	preview := newAgent(w.member, "read").ok(t, "submit_timesheet", object{"preview": true, "note": "All done"})
	if at(preview, "timesheet.total_seconds") != 57600.0 || len(at(preview, "timesheet.lines").([]any)) != 2 ||
		preview["expires_at"] != "2026-06-17T14:10:00+02:00" || at(preview, "timesheet.first_day") != "2026-06-08" {
		t.Errorf("%v", preview)
	}
	if list := w.member.Get(submissionsPath).Items(); len(list) != 0 {
		t.Errorf("a preview wrote %v", list)
	}
	in := object{"fingerprint": preview["fingerprint"], "note": "All done"}
	newAgent(w.member, "read").refused(t, "submit_timesheet", in, "forbidden")
	out := w.submits.ok(t, "submit_timesheet", in)
	if out["status"] != "submitted" || at(out, "timesheet.status") != "submitted" ||
		at(out, "timesheet.note.data") != "All done" {
		t.Errorf("%v", out)
	}
	w.submits.refused(t, "submit_timesheet", in, "conflict")
}

// withStateOf is a fingerprint with the state of another one.
func withStateOf(fingerprint, other string) string {
	parts := strings.Split(fingerprint, ".")
	parts[1] = strings.Split(other, ".")[1]
	return strings.Join(parts, ".")
}

// A fingerprint names one state, one action, one caller and ten minutes.
func TestFingerprintsOfSubmitting(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	fingerprint := func() string {
		return w.submits.ok(t, "submit_timesheet", object{"preview": true})["fingerprint"].(string)
	}
	first := fingerprint()
	track(w.member, "2026-06-10", 1, nil)
	w.submits.refusedFor(t, "submit_timesheet", object{"fingerprint": first}, "version_stale")
	second := fingerprint()
	for name, in := range map[string]object{
		"another note":   {"fingerprint": second, "note": "x"},
		"another period": {"fingerprint": second, "period": "2026-06-10"},
		"broken":         {"fingerprint": second[:len(second)-1] + "-"},
		"later":          {"fingerprint": "9" + second},
		"no seal":        {"fingerprint": "x"},
		"another state":  {"fingerprint": withStateOf(second, first)},
	} {
		t.Log(name)
		w.submits.refusedFor(t, "submit_timesheet", in, "fingerprint_mismatch")
	}
	track(w.owner, "2026-06-10", 1, nil)
	newAgent(w.owner, "time").refusedFor(t, "submit_timesheet", object{"fingerprint": second}, "fingerprint_mismatch")
	w.owner.Clock.Advance(10 * time.Minute)
	w.submits.refusedFor(t, "submit_timesheet", object{"fingerprint": second}, "fingerprint_expired")
	if list := w.owner.Get(submissionsPath).Items(); len(list) != 0 {
		t.Errorf("submitted: %v", list)
	}
}

func TestAnAgentApproves(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	id := w.submit(t)
	a := newAgent(w.owner, "full")
	w.submits.refused(t, "review_timesheet", object{"id": id, "action": "approve", "preview": true}, "conflict")
	preview := newAgent(w.owner, "read").ok(t, "review_timesheet", object{"id": id, "action": "approve", "preview": true})
	if len(preview["lines"].([]any)) != 2 || at(preview, "timesheet.person.name.data") != "max" {
		t.Errorf("%v", preview)
	}
	in := object{"id": id, "action": "approve", "fingerprint": preview["fingerprint"]}
	newAgent(w.owner, "time").refused(t, "review_timesheet", in, "forbidden")
	a.refusedFor(t, "review_timesheet", object{"id": id, "action": "reject", "fingerprint": preview["fingerprint"]},
		"fingerprint_mismatch")
	if out := a.ok(t, "review_timesheet", in); at(out, "timesheet.status") != "approved" {
		t.Errorf("%v", out)
	}
	a.refusedFor(t, "review_timesheet", in, "version_stale")
	a.refused(t, "review_timesheet", object{"id": id, "action": "burn"}, "validation")
	a.refused(t, "review_timesheet", object{"id": id, "action": "approve", "reason": "x"}, "validation")
}

// What was rejected is corrected and submitted again, by agents on both sides.
func TestAnAgentRejectsAndAnotherSubmitsAgain(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	id := w.submit(t)
	a := newAgent(w.owner, "full")
	line := w.member.Get(submissionsPath + "/" + id).OK()["lines"].([]any)[1].(object)["id"]
	in := object{"id": id, "action": "reject", "reason": "Which project?", "lines": []any{line}, "preview": true}
	in["fingerprint"] = a.ok(t, "review_timesheet", in)["fingerprint"]
	in["preview"] = false
	if out := a.ok(t, "review_timesheet", in); at(out, "timesheet.status") != "partially_rejected" {
		t.Errorf("%v", out)
	}
	preview := w.submits.ok(t, "submit_timesheet", object{"preview": true})
	if preview["action"] != "resubmit" || at(preview, "timesheet.id") != id {
		t.Errorf("%v", preview)
	}
	w.submits.refused(t, "submit_timesheet", object{"preview": true, "note": "Corrected"}, "validation")
	track(w.member, "2026-06-11", 2, nil)
	w.submits.refusedFor(t, "submit_timesheet", object{"fingerprint": preview["fingerprint"]}, "version_stale")
	preview = w.submits.ok(t, "submit_timesheet", object{"preview": true})
	out := w.submits.ok(t, "submit_timesheet", object{"fingerprint": preview["fingerprint"]})
	if at(out, "timesheet.status") != "submitted" || at(out, "timesheet.total_seconds") != 18*3600.0 {
		t.Errorf("%v", out)
	}
}

// A decision on what changed since the preview decides on nothing.
func TestADecisionIsOnWhatWasShown(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	id := w.submit(t)
	a := newAgent(w.owner, "full")
	preview := a.ok(t, "review_timesheet", object{"id": id, "action": "approve", "preview": true})
	w.member.Post(submissionsPath+"/"+id+"/withdraw", nil).OK()
	a.refusedFor(t, "review_timesheet", object{"id": id, "action": "approve", "fingerprint": preview["fingerprint"]},
		"version_stale")
}

// A manager who got another project since the preview has not seen its lines, so the call approves none.
func TestADecisionIsOnTheLinesThatWereShown(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	manager := w.owner.AddMember("mike", "user")
	manage := func(project string) {
		w.owner.Post("/api/projects/"+project+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	}
	manage(w.owner.Get("/api/projects").Items()[0]["id"].(string))
	other := w.owner.Post("/api/projects", object{"name": "Shop"}).ID()
	w.owner.Post("/api/projects/"+other+"/members", object{"userId": w.member.ID}).OK()
	track(w.member, "2026-06-10", 8, object{"projectId": other})
	id := w.submit(t)
	a := newAgent(manager, "full")
	in := object{"id": id, "action": "approve", "preview": true}
	preview := a.ok(t, "review_timesheet", in)
	manage(other)
	decide := object{"id": id, "action": "approve", "fingerprint": preview["fingerprint"]}
	a.refusedFor(t, "review_timesheet", decide, "version_stale")
	decide["fingerprint"] = a.ok(t, "review_timesheet", in)["fingerprint"]
	decided := a.ok(t, "review_timesheet", decide)
	if first, then := len(preview["lines"].([]any)), len(decided["lines"].([]any)); first != 1 || then != 2 {
		t.Errorf("%d lines were shown, and %d decided later", first, then)
	}
}

// refusedFor uses a tool that must fail with a reason, and say what to do.
func (a agent) refusedFor(t *testing.T, tool string, in object, reason string) {
	t.Helper()
	out, failed := a.use(t, tool, in)
	if !strings.Contains(failed, `"reason":"`+reason+`"`) || !strings.Contains(failed, "preview") {
		t.Fatalf("%s: %v %q, want %s", tool, out, failed, reason)
	}
}

// A line that changes while an agent approves it is approved as it was shown, or not at all.
func TestALineIsApprovedAsItWasShown(t *testing.T) {
	t.Parallel()
	for _, namesLine := range []bool{false, true} {
		for k, changed := 0, true; changed; k++ {
			w := newLastWeek(t)
			path := submissionsPath + "/" + w.submit(t)
			line := lineOf(w.member, path)["id"].(string)
			a, in := newAgent(w.owner, "full"), object{"id": w.member.Get(path).ID(), "action": "approve", "preview": true}
			if namesLine {
				in["lines"] = []any{line}
			}
			in["fingerprint"] = a.ok(t, "review_timesheet", in)["fingerprint"]
			in["preview"] = false
			changed = w.correctBefore(k, path, line, func() { a.use(t, "review_timesheet", in) })
			if l := lineOf(w.member, path); l["status"] == "approved" && l["total_seconds"] != 8*3600.0 {
				t.Errorf("named %v, changed before read %d: approved as %v", namesLine, k+1, l)
			}
		}
	}
}

// lineOf is the second line of a timesheet.
func lineOf(p *apitest.User, path string) object {
	return p.Get(path).OK()["lines"].([]any)[1].(object)
}

// correctBefore rejects a line, and submits more time in its place, before the batch read after k others that do makes.
// changed is false if do makes no more than these.
func (w lastWeek) correctBefore(k int, path, line string, do func()) (changed bool) {
	fault := w.owner.Probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Skip: k, Effect: func(r *http.Request,
		exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		if w.owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", nil).Status == http.StatusOK {
			track(w.member, "2026-06-11", 2, nil)
			w.member.Post(path+"/resubmit", nil).OK()
		}
		return exchange(r)
	}})
	do()
	w.owner.Probe.Reset()
	return fault.Hits() > 0
}
