package domain

import "stint/shared/problem"

// BillingJob is a rerating in the background. It uses the rates of the moment
// when it was started.
type BillingJob struct {
	ID         ID          `db:"id"`
	Rerating   Rerating    `db:"scope"`
	DryRun     bool        `db:"dry,omitempty"` // counts only
	Status     JobStatus   `db:"status"`
	Currency   Currency    `db:"cur"` // of the amounts
	Tally      Tally       `db:"tally"`
	Position   JobPosition `db:"at"` // entries up to this position are done
	StartedAt  Instant     `db:"started"`
	FinishedAt *Instant    `db:"finished,omitempty"`
	Version    int64       `db:"ver"`
}

// JobPosition is how far a job has come. A job takes users by id, and the entries
// of each user by start. The zero value is the beginning.
type JobPosition struct {
	User  ID       `db:"u,omitempty"`
	Start *Instant `db:"s,omitempty"` // of the last entry that is done; nil if there is none
	Entry ID       `db:"e,omitempty"`
}

// JobStatus is the state of a job.
type JobStatus string

// The states of a job.
const (
	JobRunning   JobStatus = "running"
	JobDone      JobStatus = "done"
	JobFailed    JobStatus = "failed"
	JobCancelled JobStatus = "cancelled"
)

// WorkBillingJob runs the billing job that is its target.
const WorkBillingJob WorkKind = "billing_job"

// MaxJobTries is how often in a row a job may fail before its status becomes
// failed. That takes about six hours.
const MaxJobTries = 12

// ErrJobRunning refuses a second job.
var ErrJobRunning = problem.Conflict(problem.JobRunning, "A resnapshot or apply is running in the workspace. Wait for it, or cancel it.")

// End is the job after it ended with a status.
func (j BillingJob) End(how JobStatus, now Instant) BillingJob {
	j.Status, j.FinishedAt = how, &now
	return j
}

// Cancel ends a running job. Entries that it has changed stay changed. Errors:
// conflict if the job has ended with another status.
func (j BillingJob) Cancel(now Instant) (next BillingJob, changed bool, err error) {
	switch j.Status {
	case JobRunning:
		return j.End(JobCancelled, now), true, nil
	case JobCancelled:
		return j, false, nil
	default:
		return j, false, problem.Conflict(problem.JobEnded, "The job has already ended.")
	}
}
