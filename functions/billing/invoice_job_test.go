package billing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/timedb"
)

// wantMarks checks how many entries of a person have which version and mark.
func wantMarks(t *testing.T, p *apitest.User, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	err := p.Deps.Store.WalkEntries(t.Context(), domain.ID(p.WorkspaceID), timedb.EntryRange{User: domain.ID(p.ID)},
		func(e timelog.Entry) error {
			got[fmt.Sprint(e.Version, " ", e.Invoice)]++
			return nil
		})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("entries by version and mark: %v, want %v; %v", got, want, err)
	}
}

// What is too much for one transaction is a job, which the request finishes itself.
func TestLargeInvoice(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	insertEntries(t, owner, 230)
	done := owner.Post(invoicePath, invoicingWhere("A", nil)).OK()
	if got := countersOf(done); done["status"] != "done" || done["job_id"] == nil || got != "230 230 0 0 0 0" {
		t.Errorf("%s: %v", got, done)
	}
	wantMarks(t, owner, map[string]int{"2 A": 230})
	job := owner.Get("/api/workspaces/me/billing-jobs/" + done["job_id"].(string)).OK()
	if job["kind"] != "invoice" || job["status"] != "done" || job["conflicting_entry_id"] != nil {
		t.Errorf("job %v", job)
	}
	api.Clock.Advance(time.Minute)
	api.RunWorker()
	wantMarks(t, owner, map[string]int{"2 A": 230})
	if again := owner.Post(invoicePath, invoicingWhere("A", nil)).OK(); countersOf(again) != "230 0 230 0 0 0" ||
		again["job_id"] != nil {
		t.Errorf("again: %v", again)
	}
	owner.Post(invoicePath, invoicingWhere("B", nil)).Conflict(problem.EntryIsInvoiced)
	owner.Post(invoicePath, invoicingWhere(nil, nil)).OK()
	wantMarks(t, owner, map[string]int{"3 ": 230})
}

// A manager may read the jobs that they started, and no other user may.
func TestManagersReadTheirInvoiceJobs(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	manager, other := owner.AddMember("mia", "user"), owner.AddMember("bob", "user")
	site := newProject(owner, "site", nil)
	for _, p := range []*apitest.User{manager, other} {
		addProjectMember(owner, site, p, object{"isManager": true})
	}
	for batch := range 2 {
		var items []object
		for i := range 60 {
			from := apitest.StartTime.Add(-time.Duration(60*batch+i+2) * time.Hour)
			items = append(items, object{"id": domain.NewID(), "projectId": site,
				"startedAt": from.Format(time.RFC3339),
				"stoppedAt": from.Add(time.Minute).Format(time.RFC3339)})
		}
		manager.Post("/api/entries:bulk", object{"items": items}).OK()
	}
	done := manager.Post(invoicePath, invoicingWhere("A", object{"projectId": site})).OK()
	path := "/api/workspaces/me/billing-jobs/" + done["job_id"].(string)
	for _, p := range []*apitest.User{manager, owner} {
		if job := p.Get(path).OK(); job["status"] != "done" || job["changed"] != 120.0 {
			t.Errorf("job %v", job)
		}
	}
	other.Get(path).Denied("role_insufficient")
}

// While a job holds entries, nothing else changes them. If it meets an entry with another mark, it has changed none
// of them, and holds none any more.
func TestInvoiceJobFailsAtAnotherMark(t *testing.T) {
	t.Parallel()
	api := shrinkJobs(apitest.New(t))
	owner := api.Register("ada")
	insertEntries(t, owner, 12)
	page := owner.Get("/api/entries?limit=200").Items()
	newest, oldest := page[0]["id"].(string), page[11]["id"].(string)
	release := make(chan struct{})
	reached := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems"),
		Skip: 2})
	answer := make(chan *apitest.Answer)
	go func() { answer <- owner.Post(invoicePath, invoicingWhere("A", nil)) }()
	<-reached.Reached()
	owner.Patch("/api/entries/"+oldest, object{"description": "x"}).Conflict(problem.EntryIsInvoiced)
	owner.Delete("/api/entries/" + oldest).Conflict(problem.EntryIsInvoiced)
	bulk(owner, object{"id": oldest, "description": "x"}).Conflict(problem.EntryIsInvoiced)
	owner.Post(invoicePath, invoicing("B", oldest)).Conflict(problem.EntryIsInvoiced)
	owner.Post(applyPath, applyBody(object{"hourlyRate": 5000})).Conflict(problem.JobRunning)
	wantLock(t, owner, oldest, "<nil> <nil> false 1")
	owner.Post(invoicePath, invoicing("B", newest)).OK()
	close(release)
	refused := <-answer
	refused.Conflict(problem.EntryIsInvoiced)
	if detail := fmt.Sprint(refused.JSON()["detail"]); !strings.Contains(detail, newest) {
		t.Errorf("%q does not name %s", detail, newest)
	}
	wantMarks(t, owner, map[string]int{"1 ": 11, "2 B": 1})
	if failed := owner.Get("/api/workspaces/" + owner.WorkspaceID +
		"/audit-log?action=billing.cancelled").Items(); len(failed) != 1 {
		t.Errorf("the audit log has %v, want that the job failed", failed)
	}
	owner.Patch("/api/entries/"+oldest, object{"description": "free"}).OK()
	owner.Post(invoicePath, invoicingWhere("A", object{"invoice": "none"})).OK()
	wantMarks(t, owner, map[string]int{"2 A": 10, "2 B": 1, "3 A": 1})
}

// A job whose request died goes on in the worker, whichever call fails, and marks each entry once.
func TestInvoiceJobSurvivesDyingWorkers(t *testing.T) {
	t.Parallel()
	const entries = 2*entriesOfStep + 1
	for when, effect := range map[string]testkit.Effect{"before": testkit.FailBefore(testkit.Refused),
		"after": testkit.FailAfter(testkit.Refused)} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			api := shrinkJobs(apitest.New(t))
			owner := api.Register("ada")
			insertEntries(t, owner, entries)
			api.Probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("TransactWriteItems"), Skip: 1,
				Times: testkit.Always})
			begun := owner.Post(invoicePath, invoicingWhere("A", nil)).OK()
			api.Probe.Reset()
			if begun["status"] != "running" {
				t.Fatalf("begun %v", begun)
			}
			api.Clock.Advance(time.Hour)
			job := money.BillingJob{Status: domain.JobRunning}
			for deaths := 0; job.Status == domain.JobRunning; deaths++ {
				if deaths > 100 {
					t.Fatal("the job does not come to an end")
				}
				runDyingWorker(t, api, effect, callsBeforeJob+deaths%14)
				var err error
				if job, err = api.Deps.Store.Job(t.Context(), domain.ID(owner.WorkspaceID),
					domain.ID(begun["job_id"].(string))); err != nil {
					t.Fatal(err)
				}
			}
			if job.Status != domain.JobDone || job.Tally.Changed != entries {
				t.Errorf("%+v", job)
			}
			wantMarks(t, owner, map[string]int{"2 A": entries})
		})
	}
}

func TestInvoiceSurvivesFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	var ids []string
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner, ids = api.Register("ada"), nil
			for range 3 {
				ids = append(ids, trackHour(owner, nil)["id"].(string))
			}
			return func() *apitest.Answer { return owner.Post(invoicePath, invoicing("A", ids...)) }
		},
		State: func(*apitest.Service) string { return marksOf(owner) },
	}.Walk(t)
}

// A job whose request failed is finished by the worker.
func TestLargeInvoiceSurvivesFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = shrinkJobs(api).Register("ada")
			insertEntries(t, owner, entriesOfStep)
			return func() *apitest.Answer { return owner.Post(invoicePath, invoicingWhere("A", nil)) }
		},
		State: func(api *apitest.Service) string {
			api.Clock.Advance(time.Minute)
			api.RunWorker()
			return marksOf(owner)
		},
	}.Walk(t)
}

// marksOf are the marks and versions of the newest entries of a person.
func marksOf(p *apitest.User) string {
	var all []string
	for _, e := range p.Get("/api/entries?limit=200").Items() {
		all = append(all, fmt.Sprint(e["invoice"], e["version"]))
	}
	return fmt.Sprint(all)
}

// Two invoices, changes, a rerating and a timesheet at the same time: at most one invoice gets all entries, the other
// none, and every change that was answered with 200 is there.
func TestInvoicesUnderRace(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	var ids []string
	for i := range 12 {
		ids = append(ids, trackHour(owner, object{"startedAt": at(-1500 - i), "stoppedAt": at(-1440 - i)})["id"].(string))
	}
	day := apitest.StartTime.AddDate(0, 0, -1).Format("2006-01-02")
	for round := range 5 {
		text := fmt.Sprint("round ", round)
		answers := make([]*apitest.Answer, 5)
		testkit.Race(t, len(answers), func(i int) {
			switch i {
			case 0:
				answers[i] = owner.Post(invoicePath, invoicing("A", ids...))
			case 1:
				answers[i] = owner.Post(invoicePath, invoicingWhere("B", nil))
			case 2:
				answers[i] = owner.Patch("/api/entries/"+ids[round], object{"description": text})
			case 3:
				answers[i] = owner.Post(submissionsPath, object{"periodStart": day, "periodEnd": day})
			case 4:
				answers[i] = owner.Post(applyPath, applyBody(object{"hourlyRate": 100 + round}))
			}
		})
		for i, a := range answers {
			if a.Status != 200 && a.Status != 409 {
				t.Errorf("round %d, request %d: %d\n%s", round, i, a.Status, a.Body)
			}
		}
		marks := map[string]int{}
		for _, e := range owner.Get("/api/entries?limit=200&user_id=" + owner.ID).Items() {
			marks[fmt.Sprint(e["invoice"])]++
			if e["id"] == ids[round] && answers[2].Status == 200 && e["description"] != text {
				t.Errorf("round %d: the change is lost", round)
			}
		}
		want := "map[<nil>:12]"
		switch {
		case answers[0].Status == 200 && answers[1].Status == 200:
			t.Errorf("round %d: both invoices", round)
		case answers[0].Status == 200:
			want = "map[A:12]"
		case answers[1].Status == 200:
			want = "map[B:12]"
		}
		if fmt.Sprint(marks) != want {
			t.Errorf("round %d: %v, want %s", round, marks, want)
		}
		if answers[3].Status == 200 {
			owner.Post(submissionsPath+"/"+answers[3].ID()+"/withdraw", nil).OK()
		}
		owner.Post(invoicePath, invoicing(nil, ids...)).OK()
	}
}
