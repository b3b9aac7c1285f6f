package reports

import (
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// SummaryJob is a summary that is made in the background: one part of its period after the other. A part is
// summed up as it is at that moment.
type SummaryJob struct {
	ID         domain.ID         `db:"id"`
	Selection  timelog.Selection `db:"sel"`
	By         []Grouping        `db:"groups"`
	IsCSV      bool              `db:"csv,omitempty"` // how the answer is shown unless a request asks for another form
	Zone       domain.Timezone   `db:"zone"`
	Rounding   domain.Rounding   `db:"round"`
	Currency   domain.Currency   `db:"cur"` // of the total
	Status     domain.JobStatus  `db:"status"`
	Next       *domain.Instant   `db:"next,omitempty"`  // time before it is summed up; nil without a period
	Days       int               `db:"days"`            // length of the next part of the period
	State      domain.ID         `db:"state,omitempty"` // of the sums so far; "" is none
	StartedBy  domain.ID         `db:"uid"`
	Rights     string            `db:"rights"` // which time the user could read, as tracking.RightsOf says it
	StartedAt  domain.Instant    `db:"started"`
	FinishedAt *domain.Instant   `db:"finished,omitempty"`
	Reason     FailReason        `db:"why,omitempty"` // only of a job that failed
	Version    int64             `db:"ver"`
}

// WorkSummaryJob continues the summary job that is its target.
const WorkSummaryJob domain.WorkKind = "summary_job"

// How long a summary job is kept.
const (
	SummaryJobLife = 24 * time.Hour      // after its end
	summaryJobMost = 14 * 24 * time.Hour // from its start, if it does not end; no job is tried for so long
)

// maxPartDays is the longest part of a period, so that running totals may answer and do not exceed what a report reads.
const maxPartDays = 92

// ErrSummaryRunning refuses a second job.
var ErrSummaryRunning = problem.Conflict(problem.JobRunning, "The workspace sums up another period. Wait for its job.")

// NewSummaryJob is a job that has summed up nothing.
func NewSummaryJob(s timelog.Selection, by []Grouping, now domain.Instant) SummaryJob {
	return SummaryJob{ID: domain.NewID(), Selection: s, By: by, Status: domain.JobRunning, Next: s.From, Days: maxPartDays,
		StartedAt: now, Version: 1}
}

// ExpiresAt is until when the job is kept.
func (j SummaryJob) ExpiresAt() domain.Instant {
	if j.FinishedAt == nil {
		return j.StartedAt.Plus(summaryJobMost)
	}
	return j.FinishedAt.Plus(SummaryJobLife)
}

// NewReport is an empty report of the job.
func (j SummaryJob) NewReport() *Report { return NewReport(j.By, j.Zone.Location(), j.Rounding) }

// Part is what is summed up next: whole days, except for the first and the last one, or everything without a period.
func (j SummaryJob) Part() timelog.Selection {
	part := j.Selection
	if !part.HasBoth() {
		return part
	}
	zone := j.Zone.Location()
	end := j.Next.DayIn(zone).AddDays(j.Days).StartOfDay(zone)
	if !end.Before(part.To.Time) {
		end = *part.To
	}
	part.From, part.To = j.Next, &end
	return part
}

// After is the job after it has summed up a part. It is done when nothing is left. The next part is longer, because
// this one was not too large.
func (j SummaryJob) After(part timelog.Selection, now domain.Instant) SummaryJob {
	j.Next, j.Days = part.To, min(2*j.Days, maxPartDays)
	if !j.Selection.HasBoth() || !j.Next.Before(j.Selection.To.Time) {
		return j.End(domain.JobDone, now)
	}
	return j
}

// WithSmallerPart is the job with a part of one day, after a larger one had more than a report reads; ok is false
// if the part cannot be smaller.
func (j SummaryJob) WithSmallerPart() (next SummaryJob, ok bool) {
	if !j.Selection.HasBoth() || j.Days <= 1 {
		return j, false
	}
	j.Days = 1
	return j, true
}

// End is the job after it ended with a status.
func (j SummaryJob) End(how domain.JobStatus, now domain.Instant) SummaryJob {
	j.Status, j.FinishedAt = how, &now
	return j
}

// FailReason says why a summary job failed.
type FailReason string

// The reasons of failed summary jobs.
const (
	FailedMember  FailReason = "member_left"      // its user is no active member any more
	FailedFilter  FailReason = "filter_gone"      // what the filter names is gone, or the right to read it
	FailedEntries FailReason = "too_many_entries" // one day has more than a report reads
	FailedGroups  FailReason = "too_many_groups"  // more than an answer has
	FailedOften   FailReason = "failed_too_often" // the service could not sum it up; another job may
)

// Fail is the job after it failed.
func (j SummaryJob) Fail(why FailReason, now domain.Instant) SummaryJob {
	j.Reason = why
	return j.End(domain.JobFailed, now)
}
