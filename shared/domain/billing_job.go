package domain

import "stint/shared/problem"

// BillingJob is a Rerate in the background, with how far it has come. It works
// with the rates as they stood when it began.
type BillingJob struct {
	ID         ID          `db:"id"`
	Rerating   Rerating    `db:"scope"`
	DryRun     bool        `db:"dry,omitempty"` // counts only
	Status     JobStatus   `db:"status"`
	Currency   Currency    `db:"cur"` // of the amounts
	Tally      Tally       `db:"tally"`
	Position   JobPosition `db:"at"` // everything up to here is done
	StartedAt  Instant     `db:"started"`
	FinishedAt *Instant    `db:"finished,omitempty"`
	Version    int64       `db:"ver"`
}

// JobPosition is a place on a job's way: members by id, the entries of each by
// start. The zero value is the beginning.
type JobPosition struct {
	User  ID       `db:"u,omitempty"`
	Start *Instant `db:"s,omitempty"` // of the entry; nil is before the first
	Entry ID       `db:"e,omitempty"`
}

// JobStatus is how a job stands.
type JobStatus string

// The states of a job.
const (
	JobRunning   JobStatus = "running"
	JobDone      JobStatus = "done"
	JobFailed    JobStatus = "failed"
	JobCancelled JobStatus = "cancelled"
)

// WorkBillingJob carries on with the billing job that is its target.
const WorkBillingJob WorkKind = "billing_job"

// MaxJobTries is how often in a row a job may fail before it is given up: within
// about six hours.
const MaxJobTries = 12

// ErrJobRunning is what a second job is told.
var ErrJobRunning = problem.Conflict("A resnapshot or apply is running in the workspace. Wait for it, or cancel it.")

// End is the job at its end.
func (j BillingJob) End(how JobStatus, now Instant) BillingJob {
	j.Status, j.FinishedAt = how, &now
	return j
}

// Cancel ends a running job where it is; what it has done stays done. Errors:
// conflict for one that has ended otherwise.
func (j BillingJob) Cancel(now Instant) (next BillingJob, changed bool, err error) {
	switch j.Status {
	case JobRunning:
		return j.End(JobCancelled, now), true, nil
	case JobCancelled:
		return j, false, nil
	default:
		return j, false, problem.Conflict("The job has ended already.")
	}
}
