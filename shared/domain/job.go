package domain

// JobStatus is the state of a job, which goes on in the background.
type JobStatus string

// The states of a job.
const (
	JobRunning   JobStatus = "running"
	JobDone      JobStatus = "done"
	JobFailed    JobStatus = "failed"
	JobCancelled JobStatus = "cancelled"
)

// MaxJobTries is how often in a row a job may fail before its status becomes
// failed. That takes about six hours.
const MaxJobTries = 12
