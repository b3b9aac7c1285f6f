package reports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const jobsPath = "/api/reports/summary/jobs"

// half is the body of a job over the first half of 2026 in Berlin.
func half(more object) object {
	return apitest.Body(object{"from": "2025-12-31T23:00:00Z", "to": "2026-06-30T22:00:00Z"}, more)
}

// runSummary starts a job and has it made.
func runSummary(t *testing.T, p *apitest.User, body object) *apitest.Answer {
	t.Helper()
	started := p.Post(jobsPath, body).OK()
	if started["status"] != "running" || started["finished_at"] != nil || started["expires_at"] != nil {
		t.Fatalf("started %v", started)
	}
	path := jobsPath + "/" + started["id"].(string)
	if running := p.Get(path).OK(); running["status"] != "running" || running["items"] != nil {
		t.Errorf("running %v", running)
	}
	p.RunWorker()
	return p.Get(path)
}

// A job has the same summary as a request, whoever starts it, by all groups and with all filters.
func TestSummaryJobEqualsSummary(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, person := range trackers {
		m.add(person, 30)
	}
	for _, query := range []string{
		"", "group_by=user", "group_by=client", "group_by=user,project,tag", "group_by=day,client,task", "group_by=rate",
		"group_by=invoice", "project_id=" + m.projects[0], "client_id=" + m.clients[1] + "&group_by=user",
		"task_id=" + m.tasks[2], "tag_id=" + m.tags[0] + "&group_by=tag", "is_billable=false", "search=nothing",
		"updated_since=2020-01-01T00:00:00Z", "submission_status=none", "invoice=none", "user_id=" + m.people[1].ID,
	} {
		values, _ := url.ParseQuery(query)
		body := object{}
		for name, value := range values {
			body[name] = value[0]
			if name == "is_billable" {
				body[name] = false
			}
		}
		for i, p := range m.people {
			want := summary(p, periodQuery("2025-12-31T23:00:00Z", "2026-06-30T22:00:00Z")+"&"+query)
			if want.Status != 200 {
				continue
			}
			got := runSummary(t, p, half(body)).OK()
			if got["status"] != "done" || got["next_cursor"] != nil || got["summed_to"] != "2026-06-30T22:00:00Z" {
				t.Errorf("%s: %v", query, got)
			}
			for name, value := range want.JSON() {
				if fmt.Sprint(got[name]) != fmt.Sprint(value) {
					t.Errorf("person %d, %s: %s is\n%v\nwant\n%v", i, query, name, got[name], value)
				}
			}
		}
	}
}

// The answer is CSV on request, and CSV of a job that asked for it.
func TestSummaryJobAsCSV(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.add(0, 20)
	want := summary(m.owner, periodQuery("2025-12-31T23:00:00Z", "2026-06-30T22:00:00Z")+"&group_by=user,day&format=csv")
	for _, format := range []string{"json", "csv"} {
		job := m.owner.Post(jobsPath, half(object{"groupBy": []string{"user", "day"}, "format": format})).ID()
		m.RunWorker()
		got := m.owner.Get(jobsPath + "/" + job + "?format=csv")
		if string(got.Body) != string(want.Body) || got.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%s\nwant\n%s", got.Body, want.Body)
		}
		plain := m.owner.Get(jobsPath + "/" + job)
		if isCSV := strings.HasPrefix(plain.Header.Get("Content-Type"), "text/csv"); isCSV != (format == "csv") {
			t.Errorf("%s is shown as %s", format, plain.Header.Get("Content-Type"))
		}
		if bom := m.owner.Get(jobsPath + "/" + job + "?format=csv&bom=true"); string(bom.Body) != "\uFEFF"+string(want.Body) {
			t.Errorf("with a byte-order mark: %.30q", bom.Body)
		}
	}
}

// A workspace runs one job at a time, and the next one when it is done.
func TestOneSummaryJobAtATime(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	first := m.owner.Post(jobsPath, half(nil)).ID()
	m.people[2].Post(jobsPath, half(nil)).Problem(409, "conflict")
	m.RunWorker()
	if got := m.owner.Get(jobsPath + "/" + first).OK(); got["status"] != "done" {
		t.Errorf("%v", got)
	}
	m.people[2].Post(jobsPath, half(nil)).OK()
}

// What a request would refuse is refused before a job begins.
// A start whose answer was lost is sent again with its key, also while the job runs.
func TestTheStartOfASummaryJobIsSentAgain(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	start := func(key string, body object) *apitest.Answer {
		return owner.With("Idempotency-Key", key).Post(jobsPath, body)
	}
	first := start("k", half(nil)).OK()["id"]
	if again := start("k", half(nil)).OK()["id"]; again != first {
		t.Errorf("%v and %v", first, again)
	}
	start("k", half(object{"groupBy": "user"})).Invalid("Idempotency-Key idempotency_key_reused")
	start("another", half(nil)).Problem(409, "conflict")
}

func TestInvalidSummaryJobs(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	const unknown = "00000000-0000-4000-8000-000000000000"
	m.owner.Post(jobsPath, object{}).Invalid("from required", "to required")
	m.owner.Post(jobsPath, object{"from": "2026-01-01T00:00:00Z", "to": "2029-01-01T00:00:00Z",
		"projectId": unknown}).Invalid("projectId project_not_found", "to range_too_long")
	m.owner.Post(jobsPath, half(object{"groupBy": "user,user"})).Invalid("groupBy duplicate_value")
	m.owner.Post(jobsPath, half(object{"format": "pdf"})).Invalid("format enum_invalid")
	m.people[3].Post(jobsPath, half(object{"userId": m.owner.ID})).Problem(403, "forbidden")
	m.owner.Post(jobsPath, half(nil)).OK() // none of them has begun
}

// A job is for the user who started it, as long as they may read what it has summed up.
func TestSummaryJobIsForItsUser(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.add(0, 5)
	analyst := m.people[2]
	path := jobsPath + "/" + analyst.Post(jobsPath, half(nil)).ID()
	m.RunWorker()
	m.owner.Get(path).Problem(404, "not_found")
	if got := analyst.Get(path).OK(); got["status"] != "done" {
		t.Errorf("%v", got)
	}
	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID+"/members/"+analyst.ID, object{"role": "user"}).OK()
	analyst.Get(path).Problem(403, "forbidden")
	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID+"/members/"+analyst.ID, object{"role": "analyst"}).OK()
	analyst.Get(path).OK()
	m.Clock.Advance(25 * time.Hour)
	analyst.SignInAgain().Get(path).Problem(404, "not_found")
}

// The job of a member who has left fails, and makes room for another one.
func TestSummaryJobOfAFormerMemberFails(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	analyst := m.people[2]
	path := jobsPath + "/" + analyst.Post(jobsPath, half(nil)).ID()
	member := "/api/workspaces/" + m.owner.WorkspaceID + "/members/" + analyst.ID
	m.owner.Patch(member, object{"isDeactivated": true}).OK()
	m.RunWorker()
	m.owner.Patch(member, object{"isDeactivated": false}).OK()
	if got := analyst.SignInAgain().Get(path).OK(); got["status"] != "failed" || got["finished_at"] == nil ||
		got["reason"] != "member_left" {
		t.Errorf("%v", got)
	}
	m.owner.Post(jobsPath, half(nil)).OK()
}

// A job whose filter names what is gone by now says so. One that runs or is done has no reason.
func TestAFailedSummaryJobSaysWhy(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := jobsPath + "/" + m.owner.Post(jobsPath, half(object{"tagId": m.tags[0]})).ID()
	if got := m.owner.Get(path).OK(); got["reason"] != nil {
		t.Errorf("while it runs: %v", got)
	}
	m.owner.Delete("/api/tags/" + m.tags[0]).OK()
	m.RunWorker()
	if got := m.owner.Get(path).OK(); got["status"] != "failed" || got["reason"] != "filter_gone" {
		t.Errorf("%v", got)
	}
	if got := runSummary(t, m.owner, half(nil)).JSON(); got["reason"] != nil {
		t.Errorf("done: %v", got["reason"])
	}
}

// A write that fails or whose answer is lost changes nothing of the sums: the next turn continues from the last whole
// state.
func TestSummaryJobSurvivesFaults(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.add(0, 20)
	want := fmt.Sprint(summary(m.owner, periodQuery("2025-12-31T23:00:00Z", "2026-06-30T22:00:00Z")).JSON()["items"])
	for _, effect := range []testkit.Effect{testkit.FailBefore(testkit.Disconnected),
		testkit.FailAfter(testkit.Disconnected)} {
		for skip := range 12 {
			path := jobsPath + "/" + m.owner.Post(jobsPath, half(nil)).ID()
			m.Probe.Inject(testkit.Fault{Effect: effect, Skip: skip, WholeCall: true})
			_ = m.NewWorker(m.Mailbox).Work(t.Context()) // fails where the queue cannot be read
			m.Probe.Reset()
			m.Clock.Advance(2 * time.Minute) // until the work is tried again
			m.RunWorker()
			m.owner = m.owner.SignInAgain()
			got := m.owner.Get(path).OK()
			if got["status"] != "done" || fmt.Sprint(got["items"]) != want {
				t.Fatalf("call %d: %v, want items %s", skip, got, want)
			}
		}
	}
}
