package money

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// Rerating changes existing entries: it takes new rate snapshots from today's
// rates (resnapshot), sets the billable flag and the own rate (apply), or changes the invoice
// (invoice).
type Rerating struct {
	Kind         ReratingKind    `db:"kind"`
	From         *domain.Instant `db:"from,omitempty"` // of entries that start in [From, To); nil is no bound
	To           *domain.Instant `db:"to,omitempty"`
	Projects     []domain.ID     `db:"pids"` // nil is any, an empty list is none; so are the lists below
	Tasks        []domain.ID     `db:"tids"`
	Users        []domain.ID     `db:"uids"`
	Entries      []domain.ID     `db:"ids"`
	OnlyBillable bool            `db:"only,omitempty"`

	IsBillable *bool  `db:"billable,omitempty"` // apply: the new flag; nil leaves it unchanged
	HourlyRate *int64 `db:"rate,omitempty"`     // apply: the new own rate, minor units per hour
	Inherit    bool   `db:"inherit,omitempty"`  // apply: remove the own rate

	Invoice timelog.Invoice   `db:"inv,omitempty"` // invoice: the new mark; "" takes it away
	Cleared []timelog.Invoice `db:"-"`             // invoice: the marks that it takes away, where they are read before
	// invoice: conditions on the entries, besides the above; nil is none
	Where *timelog.Selection `db:"where,omitempty"`
}

// ReratingKind says what a rerating does to entries.
type ReratingKind string

// The kinds of reratings.
const (
	KindResnapshot ReratingKind = "resnapshot"
	KindApply      ReratingKind = "apply"
	KindInvoice    ReratingKind = "invoice"
)

// Matches is a function that reports whether the rerating includes an entry that starts in [From, To). It never
// includes running timers.
func (r Rerating) Matches() func(timelog.Entry) bool {
	var where timelog.Conditions
	if r.Where != nil {
		where = r.Where.Conditions()
	}
	return func(e timelog.Entry) bool {
		return !e.Running() && (!r.OnlyBillable || e.IsBillable) &&
			allows(r.Projects, e.ProjectID) && allows(r.Tasks, e.TaskID) && allows(r.Users, e.UserID) &&
			allows(r.Entries, e.ID) && where.Hold(e)
	}
}

// IncludesUser reports whether the rerating may include entries of a user.
func (r Rerating) IncludesUser(u domain.ID) bool { return allows(r.Users, u) }

// allows reports whether an id is in the list. A nil list allows all.
func allows(list []domain.ID, id domain.ID) bool { return list == nil || slices.Contains(list, id) }

// ChangeEntry is the entry after the rerating; rates are today's.
func (r Rerating) ChangeEntry(e timelog.Entry, rates Rates) timelog.Entry {
	switch r.Kind {
	case KindResnapshot:
		return rates.Snapshot(e)
	case KindInvoice:
		e.Invoice = r.Invoice
		return e
	}
	if r.IsBillable != nil {
		e.IsBillable = *r.IsBillable
	}
	switch {
	case r.HourlyRate != nil:
		return rates.Snapshot(e.WithOwnRate(r.HourlyRate))
	case r.Inherit && e.HasOwnRate():
		return rates.Snapshot(e.WithOwnRate(nil))
	}
	return e
}

// Tally counts what a rerating did to entries; in a preview, what it would do.
type Tally struct {
	Matched       int          `db:"matched"` // Changed + Unchanged + SkippedLocked
	Changed       int          `db:"changed"`
	Unchanged     int          `db:"unchanged"`
	SkippedLocked int          `db:"locked"`
	AmountBefore  int64        `db:"before"` // minor units of the workspace's currency, without locked entries
	AmountAfter   int64        `db:"after"`
	Sample        []RateChange `db:"sample,omitempty"` // the first MaxSample that changed
}

// MaxSample is how many changed entries are listed.
const MaxSample = 50

// RateChange is one entry before and after.
type RateChange struct {
	EntryID      domain.ID `db:"id"`
	RateBefore   *int64    `db:"r0,omitempty"` // minor units per hour
	RateAfter    *int64    `db:"r1,omitempty"`
	AmountBefore int64     `db:"a0"`
	AmountAfter  int64     `db:"a1"`
}

// CountLocked counts a locked entry.
func (t *Tally) CountLocked() {
	t.Matched++
	t.SkippedLocked++
}

// Count counts an entry before and after, and reports whether it changes. Only
// amounts in the given currency are summed.
func (t *Tally) Count(was, now timelog.Entry, c domain.Currency) (changes bool) {
	t.Matched++
	if was.Currency == c {
		t.AmountBefore += was.Amount()
	}
	if now.Currency == c {
		t.AmountAfter += now.Amount()
	}
	if was.Equal(now) {
		t.Unchanged++
		return false
	}
	t.Changed++
	if len(t.Sample) < MaxSample {
		t.Sample = append(slices.Clip(t.Sample), RateChange{
			EntryID: was.ID, RateBefore: was.HourlyRate, RateAfter: now.HourlyRate, AmountBefore: was.Amount(),
			AmountAfter: now.Amount(),
		})
	}
	return true
}

// BillingJob is a rerating in the background. It uses the rates of the moment
// when it was started.
type BillingJob struct {
	ID         domain.ID        `db:"id"`
	Rerating   Rerating         `db:"scope"`
	DryRun     bool             `db:"dry,omitempty"` // counts only
	Status     domain.JobStatus `db:"status"`
	Currency   domain.Currency  `db:"cur"` // of the amounts
	Tally      Tally            `db:"tally"`
	Position   JobPosition      `db:"at"` // entries up to this position are done
	StartedAt  domain.Instant   `db:"started"`
	FinishedAt *domain.Instant  `db:"finished,omitempty"`
	StartedBy  domain.ID        `db:"uid,omitempty"`      // the user who started it
	IsMarking  bool             `db:"marking,omitempty"`  // invoice: all entries are held, and get their mark
	OtherEntry domain.ID        `db:"conflict,omitempty"` // invoice: the entry with another mark, for which the job failed
	Version    int64            `db:"ver"`
}

// JobPosition is how far a job has come. A job takes users by id, and the entries
// of each user by start. The zero value is the beginning.
type JobPosition struct {
	User  domain.ID       `db:"u,omitempty"`
	Start *domain.Instant `db:"s,omitempty"` // of the last entry that is done; nil if there is none
	Entry domain.ID       `db:"e,omitempty"`
}

// WorkBillingJob runs the billing job that is its target.
const WorkBillingJob domain.WorkKind = "billing_job"

// ErrJobRunning refuses a second job.
var ErrJobRunning = problem.Conflict(problem.JobRunning,
	"A resnapshot, an apply or an invoice is running in the workspace. Wait for it, or cancel it.")

// ErrMarking refuses to end a job that has begun to change the marks of its entries.
var ErrMarking = problem.Conflict(problem.JobRunning, "The job has begun to mark its entries, and marks them all.")

// IsNewer reports whether an entry was made or changed after the job started. It may have rates that are newer than
// those of the job.
func (j BillingJob) IsNewer(e timelog.Entry) bool { return e.UpdatedAt.After(j.StartedAt.Time) }

// End is the job after it ended with a status.
func (j BillingJob) End(how domain.JobStatus, now domain.Instant) BillingJob {
	j.Status, j.FinishedAt = how, &now
	return j
}

// Cancel ends a running job. Entries that it has changed stay changed. Errors:
// conflict if the job has ended with another status, or marks entries, which it does with all or none.
func (j BillingJob) Cancel(now domain.Instant) (next BillingJob, changed bool, err error) {
	switch {
	case j.Status == domain.JobRunning && j.IsMarking:
		return j, false, ErrMarking
	case j.Status == domain.JobRunning:
		return j.End(domain.JobCancelled, now), true, nil
	case j.Status == domain.JobCancelled:
		return j, false, nil
	default:
		return j, false, problem.Conflict(problem.JobEnded, "The job has already ended.")
	}
}
