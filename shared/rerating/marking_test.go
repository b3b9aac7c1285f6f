package rerating_test

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/store/moneydb"
)

func marking(mark timelog.Invoice, dryRun bool) rerating.Marking {
	return rerating.Marking{
		Workspace: workspace, User: "ada", Currency: "EUR", DryRun: dryRun, Now: now,
		Rerating: money.Rerating{Kind: money.KindInvoice, Invoice: mark},
		Check:    func([]timelog.Entry) error { return nil },
	}
}

func countMarks(f *fakeStore) (marked, held int) {
	for _, e := range f.entries {
		if e.Invoice != "" {
			marked++
		}
		if e.HeldBy != "" {
			held++
		}
	}
	return marked, held
}

func TestMark(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		entries        int
		dryRun         bool
		wantMarked     int
		wantJob        domain.JobStatus // "" for no job
		wantWorkerWait time.Duration
	}{
		{name: "no entries"},
		{name: "one transaction", entries: moneydb.MaxMarkedEntries, wantMarked: moneydb.MaxMarkedEntries},
		{name: "a preview", entries: 300, dryRun: true},
		{name: "the request runs the job", entries: 300, wantMarked: 300, wantJob: domain.JobDone,
			wantWorkerWait: 30 * time.Second},
		{name: "the worker runs a large job", entries: 10_001, wantJob: domain.JobRunning},
		{name: "the worker runs a large preview", entries: 10_001, dryRun: true, wantJob: domain.JobRunning},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(c.entries, "ada")
			got, err := newService(f).Mark(t.Context(), marking("A", c.dryRun))
			if err != nil {
				t.Fatal(err)
			}
			if marked, held := countMarks(f); marked != c.wantMarked || held != 0 {
				t.Errorf("%d marked, %d held, want %d and none", marked, held, c.wantMarked)
			}
			var status domain.JobStatus
			if got.Job != nil {
				status = got.Job.Status
				if wait := f.due.Sub(now.Time); wait != c.wantWorkerWait {
					t.Errorf("the worker waits %v, want %v", wait, c.wantWorkerWait)
				}
			}
			if status != c.wantJob {
				t.Errorf("job %q, want %q", status, c.wantJob)
			}
		})
	}
}

func TestRunMarking(t *testing.T) {
	t.Parallel()
	running := money.BillingJob{ID: "job", Status: domain.JobRunning, Currency: "EUR", Version: 1,
		Rerating: money.Rerating{Kind: money.KindInvoice, Invoice: "A"}}
	for _, c := range []struct {
		name       string
		change     func(*money.BillingJob, *fakeStore)
		wantMarked int
		wantHeld   int
		want       domain.JobStatus
	}{
		{"all", func(*money.BillingJob, *fakeStore) {}, 400, 0, domain.JobDone},
		{"a preview", func(j *money.BillingJob, _ *fakeStore) { j.DryRun = true }, 0, 0, domain.JobDone},
		{"another mark", func(_ *money.BillingJob, f *fakeStore) { f.entries[399].Invoice = "B" }, 1, 396, domain.JobFailed},
		{"conflicts", func(_ *money.BillingJob, f *fakeStore) {
			f.advanceErrors = []error{nil, moneydb.ErrRerateConflict, nil, moneydb.ErrRerateConflict}
		}, 400, 0, domain.JobDone},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, job := newStore(200, "ada", "bob"), running
			c.change(&job, f)
			f.jobs = map[domain.ID]money.BillingJob{"job": job}
			if _, err := newService(f).RunJob(t.Context(), workspace, "job"); err != nil {
				t.Fatal(err)
			}
			marked, held := countMarks(f)
			if got := f.jobs["job"]; marked != c.wantMarked || held != c.wantHeld || got.Status != c.want {
				t.Errorf("%d marked, %d held, %s; want %d, %d, %s", marked, held, got.Status, c.wantMarked, c.wantHeld, c.want)
			}
		})
	}
}

func TestAJobThatMarksDoesNotEndEarly(t *testing.T) {
	t.Parallel()
	f := newStore(1, "ada")
	job := money.BillingJob{ID: "job", Status: domain.JobRunning, IsMarking: true,
		Rerating: money.Rerating{Kind: money.KindInvoice}}
	f.jobs = map[domain.ID]money.BillingJob{"job": job}
	if err := newService(f).FailJob(t.Context(), workspace, "job"); !errors.Is(err, money.ErrMarking) {
		t.Errorf("failing it: %v", err)
	}
	if _, _, err := job.Cancel(now); !problem.Is(err, problem.CodeConflict) {
		t.Errorf("cancelling it: %v", err)
	}
}
