package billing_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/store/key"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// Numbers of entries in tests of jobs. TestMediumJobFinishesInTheRequest and TestLargeInvoice have the real bounds.
const (
	entriesOfStep = 10
	forARequest   = 2 * entriesOfStep // up to so many entries are rerated by the request itself
	forAJob       = forARequest + 5
)

// shrinkJobs makes jobs of few entries.
func shrinkJobs(api *apitest.Service) *apitest.Service {
	api.Adjust(func(d *boot.Deps) {
		d.Store.Rerating = moneydb.RerateBounds{Request: forARequest, Read: entriesOfStep / 2, Rerated: entriesOfStep - 1,
			Marked: entriesOfStep - 1, Step: entriesOfStep}
	})
	return api
}

// insertEntries writes so many entries of an hour, straight into the table.
func insertEntries(t *testing.T, p *apitest.User, n int) {
	t.Helper()
	var changes []timelog.EntryChange
	for i := range n {
		from := domain.InstantOf(apitest.StartTime.Add(-time.Duration(i+2) * time.Hour))
		to := from.Plus(time.Hour)
		changes = append(changes, timelog.EntryChange{After: &timelog.Entry{
			ID: domain.NewID(), UserID: domain.ID(p.ID), StartedAt: from, StoppedAt: &to, IsBillable: true, Currency: "EUR",
			RateSource: timelog.RateNone, CreatedAt: from, UpdatedAt: from, Version: 1,
		}})
	}
	for chunk := range slices.Chunk(changes, 100) {
		if err := p.Deps.Store.WriteBulk(t.Context(), domain.ID(p.WorkspaceID),
			timedb.EntryWrite{Changes: chunk}); err != nil {
			t.Fatal(err)
		}
	}
}

// countByVersionAndRate counts the entries of a person by version and rate.
func countByVersionAndRate(t *testing.T, p *apitest.User) map[string]int {
	t.Helper()
	counts := map[string]int{}
	err := p.Deps.Store.WalkEntries(t.Context(), domain.ID(p.WorkspaceID), timedb.EntryRange{User: domain.ID(p.ID)},
		func(e timelog.Entry) error {
			rate := int64(0)
			if e.HourlyRate != nil {
				rate = *e.HourlyRate
			}
			counts[fmt.Sprint(e.Version, " ", rate)]++
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func wantByVersionAndRate(t *testing.T, p *apitest.User, want map[string]int) {
	t.Helper()
	if got := countByVersionAndRate(t, p); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("entries by version and rate: %v, want %v", got, want)
	}
}

// startJob starts a resnapshot of more entries than a request takes, and gives
// the path of its job.
func startJob(t *testing.T, p *apitest.User, entries int) (path string) {
	t.Helper()
	insertEntries(t, p, entries)
	putSettings(p, object{"defaultHourlyRate": 6000}).OK()
	answer := p.Post(resnapshotPath+"true", nil).OK()
	if answer["status"] != "running" || answer["job_id"] == nil || answer["matched"] != 0.0 {
		t.Fatalf("answer %v", answer)
	}
	return "/api/workspaces/me/billing-jobs/" + answer["job_id"].(string)
}

func TestJobContinuesInTheBackground(t *testing.T) {
	t.Parallel()
	api := shrinkJobs(apitest.New(t))
	owner := api.Register("ada")
	path := startJob(t, owner, forAJob)
	owner.Post(resnapshotPath+"true", nil).Problem(409, "conflict")
	putSettings(owner, object{"defaultHourlyRate": 1}).OK() // the job keeps the rates that it began with
	running := owner.Get(path).OK()
	if running["status"] != "running" || running["kind"] != "resnapshot" || running["finished_at"] != nil {
		t.Errorf("job %v", running)
	}
	api.RunWorker()
	done := owner.Get(path).OK()
	if got := countersOf(done); done["status"] != "done" || got != "25 25 0 0 0 150000" ||
		done["finished_at"] == nil {
		t.Errorf("%s: %v", got, done)
	}
	wantByVersionAndRate(t, owner, map[string]int{"2 6000": forAJob})
	owner.Delete(path).Problem(409, "conflict")

	preview := owner.Post(resnapshotPath+"false", nil).OK()
	if preview["status"] != "running" || preview["dry_run"] != true {
		t.Errorf("a preview of much: %v", preview)
	}
	api.RunWorker()
	seen := owner.Get("/api/workspaces/me/billing-jobs/" + preview["job_id"].(string)).OK()
	if got := countersOf(seen); seen["status"] != "done" || got != "25 25 0 0 150000 25" {
		t.Errorf("%s: %v", got, seen)
	}
	wantByVersionAndRate(t, owner, map[string]int{"2 6000": forAJob})
}

// What a request can finish itself it does, by a job all the same, so that it
// goes on should the request die.
func TestMediumJobFinishesInTheRequest(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	insertEntries(t, owner, 300)
	putSettings(owner, object{"defaultHourlyRate": 6000}).OK()
	done := owner.Post(resnapshotPath+"true", nil).OK()
	if got := countersOf(done); done["status"] != "done" || got != "300 300 0 0 0 1.8e+06" {
		t.Errorf("%s: %v", got, done)
	}
	wantByVersionAndRate(t, owner, map[string]int{"2 6000": 300})
	api.Clock.Advance(time.Hour)
	api.RunWorker()
	wantByVersionAndRate(t, owner, map[string]int{"2 6000": 300})
}

func TestCancelledJobStopsWhereItIs(t *testing.T) {
	t.Parallel()
	api := shrinkJobs(apitest.New(t))
	owner := api.Register("ada")
	path := startJob(t, owner, forAJob)
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems"),
		Skip: 3})
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = api.NewWorker(api.Mailbox).Work(t.Context())
	}()
	<-held.Reached()
	owner.Delete(path).OK()
	close(release)
	<-over
	owner.Delete(path).OK()
	api.Clock.Advance(time.Hour)
	owner = owner.SignInAgain()
	api.RunWorker()
	job := owner.Get(path).OK()
	changed := int(job["changed"].(float64))
	if job["status"] != "cancelled" || changed == 0 || changed == forAJob {
		t.Errorf("job %v", job)
	}
	wantByVersionAndRate(t, owner, map[string]int{"1 0": forAJob - changed, "2 6000": changed})
	owner.Post(resnapshotPath+"true", nil).OK() // there is room for another
}

// The worker dies at every call that it makes for a job, and another goes on: each entry is
// changed once.
func TestJobSurvivesDyingWorkers(t *testing.T) {
	t.Parallel()
	entries := testkit.Size(330, 500)
	for when, effect := range map[string]testkit.Effect{"before": testkit.FailBefore(testkit.Refused),
		"after": testkit.FailAfter(testkit.Refused)} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			api := shrinkJobs(apitest.New(t))
			owner := api.Register("ada")
			path := startJob(t, owner, entries)
			job := money.BillingJob{Status: domain.JobRunning}
			deaths := 0
			for job.Status == domain.JobRunning {
				if deaths++; deaths > 500 {
					t.Fatal("the job does not come to an end")
				}
				runDyingWorker(t, api, effect, callsBeforeJob+deaths%16)
				var err error
				if job, err = api.Deps.Store.Job(t.Context(), domain.ID(owner.WorkspaceID),
					domain.ID(path[len(path)-36:])); err != nil {
					t.Fatal(err)
				}
			}
			if job.Status != domain.JobDone || job.Tally.Changed != entries || deaths < 16 {
				t.Errorf("%s: %d entries changed, after %d deaths", job.Status, job.Tally.Changed, deaths)
			}
			wantByVersionAndRate(t, owner, map[string]int{"2 6000": entries})
		})
	}
}

// callsBeforeJob is how many calls a worker makes before those for a job: it looks
// into the queue and takes the work.
const callsBeforeJob = key.QueueShards + 1

// runDyingWorker lets a worker make so many calls, after which none comes through.
func runDyingWorker(t *testing.T, api *apitest.Service, effect testkit.Effect, calls int) {
	api.Probe.Inject(testkit.Fault{Effect: effect, Skip: calls, Times: testkit.Always})
	_ = api.NewWorker(api.Mailbox).Work(t.Context())
	api.Probe.Reset()
	api.Clock.Advance(2 * time.Hour)
}
