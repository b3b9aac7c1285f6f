package reports

import "stint/shared/domain"

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
