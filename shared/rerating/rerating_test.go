package rerating_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/rerating"
	"stint/shared/store/moneydb"
	"stint/shared/store/timesheetdb"
)

const workspace = domain.ID("workspace")

var errStore = errors.New("the database failed")

// newStore has that many finished entries of an hour each for every user,
// without a rate, and a workspace rate of 60.00 an hour.
func newStore(entriesPerUser int, users ...domain.ID) *fakeStore {
	f := &fakeStore{users: users, locks: timesheets.Locks{}, book: money.NewRateBook(billing())}
	for _, u := range users {
		for i := range entriesPerUser {
			start := now.Plus(-time.Duration(entriesPerUser-i) * 2 * time.Hour)
			stop := start.Plus(time.Hour)
			f.entries = append(f.entries, timelog.Entry{
				ID: domain.ID(fmt.Sprintf("%s-%04d", u, i)), UserID: u, StartedAt: start, StoppedAt: &stop,
				IsBillable: true, Currency: "EUR", RateSource: timelog.RateNone, Version: 1,
			})
		}
	}
	return f
}

func billing() money.Billing {
	return money.Billing{Currency: "EUR", DefaultHourlyRate: new(int64(6_000))}
}

func resnapshot(dryRun bool) rerating.Request {
	return rerating.Request{Workspace: workspace, Billing: billing(), Rerating: money.Rerating{Kind: money.KindResnapshot},
		DryRun: dryRun, Now: now}
}

func TestRerate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		entries        int
		dryRun         bool
		wantChanged    int // in the tally
		wantWritten    int
		wantJob        domain.JobStatus // "" for no job
		wantWorkerWait time.Duration    // from now until the worker looks at the job
	}{
		{name: "no entries"},
		{name: "few entries are written at once", entries: 3, wantChanged: 3, wantWritten: 3},
		{name: "a preview writes nothing", entries: 3, dryRun: true, wantChanged: 3},
		{name: "one transaction", entries: moneydb.MaxRerateEntries, wantChanged: moneydb.MaxRerateEntries,
			wantWritten: moneydb.MaxRerateEntries},
		{name: "the request runs a small job", entries: 100, wantChanged: 100, wantWritten: 100, wantJob: domain.JobDone,
			wantWorkerWait: 30 * time.Second},
		{name: "the worker runs a large job", entries: 501, wantJob: domain.JobRunning},
		{name: "too many entries to count", entries: 2_001, wantJob: domain.JobRunning},
		{name: "the worker runs a large preview", entries: 2_001, dryRun: true, wantJob: domain.JobRunning},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(c.entries, "ada")
			got, err := newService(f).Rerate(t.Context(), resnapshot(c.dryRun))
			if err != nil {
				t.Fatal(err)
			}
			if got.Tally.Changed != c.wantChanged || len(f.written) != c.wantWritten {
				t.Errorf("tally %+v, %d entries written; want %d and %d", got.Tally, len(f.written), c.wantChanged, c.wantWritten)
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

func TestRerateTriesAgainAfterConflicts(t *testing.T) {
	t.Parallel()
	conflicts := func(n int, err error) []error { return slices.Repeat([]error{err}, n) }
	for _, c := range []struct {
		name      string
		errs      []error
		wantCalls int
		want      error
	}{
		{"no conflict", nil, 1, nil},
		{"an entry changed", conflicts(1, moneydb.ErrRerateConflict), 2, nil},
		{"a round ended", conflicts(1, timesheetdb.ErrRoundOver), 2, nil},
		{"the last try succeeds", conflicts(5, moneydb.ErrRerateConflict), 6, nil},
		{"every try fails", conflicts(6, moneydb.ErrRerateConflict), 6, moneydb.ErrRerateConflict},
		{"a running job", conflicts(1, money.ErrJobRunning), 1, money.ErrJobRunning},
		{"another error", conflicts(1, errStore), 1, errStore},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(1, "ada")
			f.rerateErrors = c.errs
			_, err := newService(f).Rerate(t.Context(), resnapshot(false))
			if !errors.Is(err, c.want) || f.rerateCalls != c.wantCalls {
				t.Errorf("error %v after %d tries; want %v after %d", err, f.rerateCalls, c.want, c.wantCalls)
			}
		})
	}
}

func TestRerateLooksAtTheNamedEntriesOnly(t *testing.T) {
	t.Parallel()
	from := now.Plus(-3 * time.Hour)
	for _, c := range []struct {
		name     string
		rerating money.Rerating
		want     []domain.ID
	}{
		{"everything", money.Rerating{}, []domain.ID{"ada-0000", "ada-0001", "bob-0000", "bob-0001"}},
		{"a user", money.Rerating{Users: []domain.ID{"bob"}}, []domain.ID{"bob-0000", "bob-0001"}},
		{"nobody", money.Rerating{Users: []domain.ID{}}, nil},
		{"an entry", money.Rerating{Entries: []domain.ID{"ada-0001"}}, []domain.ID{"ada-0001"}},
		{"from a moment on", money.Rerating{From: &from}, []domain.ID{"ada-0001", "bob-0001"}},
		{"until a moment", money.Rerating{To: &from}, []domain.ID{"ada-0000", "bob-0000"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(2, "ada", "bob")
			req := resnapshot(false)
			c.rerating.Kind = money.KindResnapshot
			req.Rerating = c.rerating
			if _, err := newService(f).Rerate(t.Context(), req); err != nil || !slices.Equal(f.written, c.want) {
				t.Errorf("%v, %v; want %v", f.written, err, c.want)
			}
		})
	}
}

func TestRerateAndLocks(t *testing.T) {
	t.Parallel()
	line := func(s timesheets.LineStatus) []timesheets.LineState {
		return []timesheets.LineState{{Number: 1, Status: s, Rounds: []int{1}}}
	}
	inProgress := func(until domain.Instant) *timesheets.RoundInProgress {
		return &timesheets.RoundInProgress{Round: 1, LeaseUntil: until}
	}
	for _, c := range []struct {
		name          string
		submission    timesheets.Submission
		dryRun        bool
		wantLocked    int
		wantAbandoned bool
	}{
		{"a pending line", timesheets.Submission{Version: 1, Lines: line(timesheets.LinePending)}, false, 1, false},
		{"a rejected line", timesheets.Submission{Version: 1, Lines: line(timesheets.LineRejected)}, false, 0, false},
		{"a round in progress", timesheets.Submission{RoundInProgress: inProgress(now.Plus(time.Second))}, false, 1, false},
		{"a round whose lease is over", timesheets.Submission{RoundInProgress: inProgress(now)}, false, 0, true},
		{"a round whose lease is over, in a preview", timesheets.Submission{RoundInProgress: inProgress(now)}, true, 0,
			false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(1, "ada")
			c.submission.ID = "sheet"
			f.locks["sheet"] = c.submission
			f.entries[0].Stamp = &timelog.Stamp{SubmissionID: "sheet", Line: 1, Round: 1}
			got, err := newService(f).Rerate(t.Context(), resnapshot(c.dryRun))
			if err != nil || got.Tally.SkippedLocked != c.wantLocked || got.Tally.Changed != 1-c.wantLocked {
				t.Errorf("tally %+v, %v; want %d locked", got.Tally, err, c.wantLocked)
			}
			if abandoned := len(f.abandoned) > 0; abandoned != c.wantAbandoned {
				t.Errorf("abandoned %v, want %v", abandoned, c.wantAbandoned)
			}
		})
	}
}

func TestRunJob(t *testing.T) {
	t.Parallel()
	running := money.BillingJob{ID: "job", Rerating: money.Rerating{Kind: money.KindResnapshot}, Status: domain.JobRunning,
		Currency: "EUR", StartedAt: now, Version: 1}
	first := now.Plus(-4 * time.Hour)
	for _, c := range []struct {
		name        string
		change      func(*money.BillingJob)
		errs        []error
		want        rerating.Progress
		wantErr     error
		wantWritten []domain.ID
	}{
		{
			name: "from the start", want: rerating.Progress{Steps: 2, Ended: true},
			wantWritten: []domain.ID{"ada-0000", "ada-0001", "bob-0000", "bob-0001"},
		},
		{
			name: "from the middle of a user",
			change: func(j *money.BillingJob) {
				j.Position = money.JobPosition{User: "ada", Start: &first, Entry: "ada-0000"}
			},
			want: rerating.Progress{Steps: 2, Ended: true}, wantWritten: []domain.ID{"ada-0001", "bob-0000", "bob-0001"},
		},
		{
			name:   "users before the position are done",
			change: func(j *money.BillingJob) { j.Position = money.JobPosition{User: "bob"} },
			want:   rerating.Progress{Steps: 1, Ended: true}, wantWritten: []domain.ID{"bob-0000", "bob-0001"},
		},
		{
			name: "a preview", change: func(j *money.BillingJob) { j.DryRun = true },
			want: rerating.Progress{Steps: 2, Ended: true},
		},
		{
			name: "a cancelled job", change: func(j *money.BillingJob) { j.Status = domain.JobCancelled },
			want: rerating.Progress{Ended: true},
		},
		{
			name: "a deleted job", change: func(j *money.BillingJob) { j.ID = "another" },
			want: rerating.Progress{Ended: true},
		},
		{
			name: "an entry changed during a step", errs: []error{moneydb.ErrRerateConflict},
			want:        rerating.Progress{Steps: 2, Ended: true},
			wantWritten: []domain.ID{"ada-0000", "ada-0001", "bob-0000", "bob-0001"},
		},
		{
			name: "another process runs the job", errs: []error{nil, moneydb.ErrJobChanged},
			want: rerating.Progress{Steps: 1}, wantWritten: []domain.ID{"ada-0000", "ada-0001"},
		},
		{
			name: "a failure after a step", errs: []error{nil, errStore},
			want: rerating.Progress{Steps: 1}, wantErr: errStore, wantWritten: []domain.ID{"ada-0000", "ada-0001"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore(2, "ada", "bob")
			job := running
			if c.change != nil {
				c.change(&job)
			}
			f.jobs, f.advanceErrors = map[domain.ID]money.BillingJob{job.ID: job}, c.errs
			got, err := newService(f).RunJob(t.Context(), workspace, "job")
			if got != c.want || !errors.Is(err, c.wantErr) || !slices.Equal(f.written, c.wantWritten) {
				t.Errorf("%+v, %v, written %v; want %+v, %v, %v", got, err, f.written, c.want, c.wantErr, c.wantWritten)
			}
			if left := f.jobs["job"]; c.want.Ended && left.Status == domain.JobRunning {
				t.Errorf("the job still runs: %+v", left)
			}
		})
	}
}

// A job has the rates of its start. An entry that was made or changed since has today's, so that it never gets a rate
// that is older than its own.
func TestRunJobBesideNewTime(t *testing.T) {
	t.Parallel()
	raised := int64(9_999)
	for _, r := range []money.Rerating{{Kind: money.KindResnapshot}, {Kind: money.KindApply, Inherit: true}} {
		f := newStore(3, "ada")
		f.today = money.NewRateBook(money.Billing{Currency: "EUR", DefaultHourlyRate: &raised})
		for i := range f.entries[:2] {
			if r.Inherit {
				f.entries[i] = f.entries[i].WithOwnRate(new(int64(1)))
			}
		}
		f.entries[1].UpdatedAt = now.Plus(time.Second)
		f.entries[2] = f.today.RatesFor(f.entries[2]).Snapshot(f.entries[2])
		f.entries[2].UpdatedAt = now.Plus(time.Second)
		f.jobs = map[domain.ID]money.BillingJob{"job": {ID: "job", Rerating: r, Status: domain.JobRunning,
			Currency: "EUR", StartedAt: now, Version: 1}}
		if _, err := newService(f).RunJob(t.Context(), workspace, "job"); err != nil {
			t.Fatal(err)
		}
		if want := []domain.ID{"ada-0000", "ada-0001"}; !slices.Equal(f.written, want) || f.jobs["job"].Tally.Matched != 3 {
			t.Errorf("%s: written %v, want %v; %+v", r.Kind, f.written, want, f.jobs["job"].Tally)
		}
		for i, want := range []int64{6_000, raised, raised} {
			if got := f.entries[i].HourlyRate; got == nil || *got != want {
				t.Errorf("%s: the rate of entry %d is %v, want %d", r.Kind, i, got, want)
			}
		}
	}
}

// A job that comes back so late that its rates have expired fails, and leaves all entries as they are.
func TestAJobWithoutItsRatesFails(t *testing.T) {
	t.Parallel()
	f := newStore(3, "ada")
	f.ratesError = fmt.Errorf("JobRates: %w", moneydb.ErrRatesExpired)
	f.jobs = map[domain.ID]money.BillingJob{"job": {ID: "job", Status: domain.JobRunning, StartedAt: now, Version: 1}}
	progress, err := newService(f).RunJob(t.Context(), workspace, "job")
	if err != nil || !progress.Ended || f.jobs["job"].Status != domain.JobFailed || len(f.written) != 0 {
		t.Errorf("%+v, %v: the job is %s, and %v were written", progress, err, f.jobs["job"].Status, f.written)
	}
}

func TestFailJob(t *testing.T) {
	t.Parallel()
	for was, want := range map[domain.JobStatus]domain.JobStatus{
		domain.JobRunning:   domain.JobFailed,
		domain.JobDone:      domain.JobDone,
		domain.JobCancelled: domain.JobCancelled,
	} {
		f := newStore(0)
		f.jobs = map[domain.ID]money.BillingJob{"job": {ID: "job", Status: was}}
		if err := newService(f).FailJob(t.Context(), workspace, "job"); err != nil || f.jobs["job"].Status != want {
			t.Errorf("%s became %s, %v; want %s", was, f.jobs["job"].Status, err, want)
		}
	}
}
