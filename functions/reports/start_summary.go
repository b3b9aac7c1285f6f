package reports

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type startSummaryInput struct {
	Body struct {
		// One to three, each once, in a list or separated by commas. Default project.
		GroupBy wire.Optional[[]reports.Grouping] `json:"groupBy" enum:"user,project,client,task,tag,day,rate,invoice" bounds:"groupings" commas:"true"`
		// How the answer is shown unless a request for the job asks for another form. Default json.
		Format wire.Optional[jobFormat] `json:"format" enum:"json,csv"`
		tracking.Period
	}
}

// jobFormat is how a finished summary is shown.
type jobFormat string

const (
	jobJSON jobFormat = "json"
	jobCSV  jobFormat = "csv"
)

// summaryJob is a summary that is made in the background.
//
//openapi:schema SummaryJob
type summaryJob struct {
	ID         domain.ID        `json:"id"`
	Status     domain.JobStatus `json:"status"`
	CreatedAt  domain.Instant   `json:"created_at"`
	FinishedAt *domain.Instant  `json:"finished_at"` // null while the job runs
	// Why the job failed: member_left, filter_gone, too_many_entries (of one day), too_many_groups, or failed_too_often,
	// after which another job may succeed. Null unless it failed.
	Reason    *reports.FailReason `json:"reason"`
	ExpiresAt *domain.Instant     `json:"expires_at"` // until when the answer is kept; null while the job runs
	SummedTo  *domain.Instant     `json:"summed_to"`  // The time before it is summed up; null without a period.
}

func toSummaryJob(j reports.SummaryJob) summaryJob {
	shown := summaryJob{ID: j.ID, Status: j.Status, CreatedAt: j.StartedAt, FinishedAt: j.FinishedAt, SummedTo: j.Next}
	shown.Reason = domain.OrNull(j.Reason)
	if j.FinishedAt != nil {
		shown.ExpiresAt = new(j.ExpiresAt())
	}
	return shown
}

// startSummary starts a job. Before that it checks that the caller may read the time, and that the records exist that
// the filter names.
func (f *Family) startSummary(ctx context.Context, c *route.Call[startSummaryInput]) (summaryJob, error) {
	in, issues, err := c.Read()
	if err != nil {
		return summaryJob{}, err
	}
	by := checkGroupings(in.Body.GroupBy, "groupBy", issues)
	scope, err := in.Body.ScopeOfBody(ctx, f.store, c.Caller, "", issues)
	if err != nil {
		return summaryJob{}, err
	}
	job := reports.NewSummaryJob(in.Body.Selection(), by, c.Now)
	job.IsCSV = in.Body.Format.Value == jobCSV
	job.Zone, job.Rounding, job.Currency = c.Workspace.Timezone, c.Billing.Rounding, c.Billing.Currency
	job.StartedBy, job.Rights = c.User.ID, scope.Rights()
	answer := toSummaryJob(job)
	return answer, f.store.StartSummaryJob(ctx, c.WorkspaceID(), job, c.Remember(answer))
}

// loadedSummary is the job in the path.
type loadedSummary struct {
	reports.SummaryJob
	rights string // of the caller now
}

// Authorize refuses the answer to a caller who may no longer read all of its time. Errors: forbidden
// role_insufficient.
func (j loadedSummary) Authorize(auth.Caller, auth.Permission) error {
	if j.rights != tracking.RightsAll && j.rights != j.Rights {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// loadSummaryJob reads the job in the path. Errors: not_found, also for a job of somebody else.
func (f *Family) loadSummaryJob(ctx context.Context, r *route.Request) (loadedSummary, error) {
	job, err := f.store.SummaryJob(ctx, r.WorkspaceID(), r.ID("id"))
	if err != nil {
		return loadedSummary{}, err
	}
	if job.StartedBy != r.User.ID {
		return loadedSummary{}, problem.NotFound()
	}
	rights, err := tracking.RightsOf(ctx, f.store, r.Caller, job.Selection)
	return loadedSummary{job, rights}, err
}
