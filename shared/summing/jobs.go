package summing

import (
	"context"
	"errors"
	"time"

	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// Jobs makes summaries in the background.
type Jobs struct {
	Summer
	Store *store.Store
	Clock func() time.Time
	Turn  time.Duration // how long a job goes on before other work may come first
}

// NewJobs makes the Jobs of a service.
func NewJobs(d *boot.Deps, turn time.Duration) Jobs {
	return Jobs{Summer: New(d), Store: d.Store, Clock: d.Now, Turn: turn}
}

// maxPartTime is how long a part of the period may take before a smaller one is tried.
const maxPartTime = 15 * time.Second

// Progress is how far a turn came.
type Progress struct {
	Parts int  // of the period that were summed up
	Ended bool // nothing is left to do
}

// Run continues a job for one turn. A job that has ended, or that was deleted with its workspace, needs no run.
// The job of a user who has left the workspace, and one whose answer or smallest part is too large, has failed.
func (j Jobs) Run(ctx context.Context, workspace, id domain.ID) (Progress, error) {
	job, err := j.Store.SummaryJob(ctx, workspace, id)
	if problem.Is(err, problem.CodeNotFound) {
		return Progress{Ended: true}, nil
	}
	if err != nil || job.Status != domain.JobRunning {
		return Progress{Ended: err == nil}, err
	}
	request, err := j.requestOf(ctx, workspace, job)
	if err != nil {
		return Progress{}, err
	}
	if request == nil {
		return Progress{Ended: true}, j.Fail(ctx, workspace, id, reports.FailedMember)
	}
	packed, err := j.Store.SummaryState(ctx, workspace, job)
	if err != nil {
		return Progress{}, err
	}
	x := turn{Jobs: j, request: request, job: job, report: job.NewReport()}
	if err := x.report.AddState(packed); err != nil {
		return Progress{}, err
	}
	return x.run(ctx)
}

// Fail ends a running job that cannot be made.
func (j Jobs) Fail(ctx context.Context, workspace, id domain.ID, why reports.FailReason) error {
	job, err := j.Store.SummaryJob(ctx, workspace, id)
	if err != nil || job.Status != domain.JobRunning {
		return err
	}
	_, err = j.Store.AdvanceSummaryJob(ctx, workspace, job, job.Fail(why, j.now()), nil)
	return err
}

func (j Jobs) now() domain.Instant { return domain.InstantOf(j.Clock()) }

// requestOf is a request of the user who started the job, with the settings of the moment when it started; nil if
// they are no longer an active member.
func (j Jobs) requestOf(ctx context.Context, workspace domain.ID, job reports.SummaryJob) (*route.Request, error) {
	identity, err := j.Store.Identity(ctx, people.IdentityQuery{UserID: job.StartedBy, WorkspaceID: workspace})
	if err != nil || identity.User == nil {
		return nil, err
	}
	caller := auth.CallerOf(identity)
	if caller.Workspace == nil {
		return nil, nil
	}
	caller.Workspace.Timezone, caller.Billing.Rounding = job.Zone, job.Rounding
	return &route.Request{Caller: caller}, nil
}

// turn is one turn of a job.
type turn struct {
	Jobs
	request *route.Request
	job     reports.SummaryJob
	report  *reports.Report
}

func (x *turn) run(ctx context.Context) (p Progress, err error) {
	limited, cancel := context.WithTimeout(ctx, x.Turn)
	defer cancel()
	now := x.job
	for now.Status == domain.JobRunning && limited.Err() == nil {
		if now, err = x.sumPart(ctx, now); err != nil {
			break
		}
		p.Parts++
	}
	if p.Parts == 0 {
		return p, err
	}
	_, saveErr := x.Store.AdvanceSummaryJob(ctx, x.request.WorkspaceID(), x.job, now, x.report.Pack())
	if errors.Is(saveErr, moneydb.ErrJobChanged) { // another worker continued it
		return Progress{}, nil
	}
	p.Ended = saveErr == nil && now.Status != domain.JobRunning
	return p, errors.Join(err, saveErr)
}

// sumUp adds the entries of a part to a report. Errors: as ScopeOf and SumUp.
func (x *turn) sumUp(ctx context.Context, part timelog.Selection, sums *reports.Report) error {
	scope, err := tracking.ScopeOf(ctx, x.Summer.Store, x.request.Caller, part, new(wire.Issues))
	if err != nil {
		return err
	}
	return x.SumUp(ctx, x.request, scope, sums)
}

// sumPart adds the next part to the report, or makes the part smaller.
func (x *turn) sumPart(ctx context.Context, job reports.SummaryJob) (reports.SummaryJob, error) {
	limited, cancel := context.WithTimeout(ctx, maxPartTime)
	defer cancel()
	part, sums := job.Part(), job.NewReport()
	err := x.sumUp(limited, part, sums)
	tooLong := err != nil && limited.Err() != nil && ctx.Err() == nil
	switch {
	case errors.Is(err, ErrRangeTooLong) || tooLong:
		if smaller, ok := job.WithSmallerPart(); ok {
			return smaller, nil
		}
		return job.Fail(reports.FailedEntries, x.now()), nil
	case problem.Is(err, problem.CodeValidation) || problem.Is(err, problem.CodeForbidden):
		return job.Fail(reports.FailedFilter, x.now()), nil // what the filter names is gone, or the right to read it
	case err != nil:
		return job, err
	}
	x.report.Merge(sums)
	if x.report.TooLarge() {
		return job.Fail(reports.FailedGroups, x.now()), nil
	}
	return job.After(part, x.now()), nil
}
