package billing

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// jobAnswer is a job with what it has done so far.
type jobAnswer struct {
	ID     domain.ID           `json:"id"`
	Kind   domain.ReratingKind `json:"kind"`
	Status domain.JobStatus    `json:"status"`
	tally
	StartedAt  domain.Instant  `json:"started_at"`
	FinishedAt *domain.Instant `json:"finished_at"` // null while it runs
	route.Versioned
}

// loadJob finds the job that the path names. Errors: not_found.
func (f *Family) loadJob(ctx context.Context, r *route.Request) (domain.BillingJob, error) {
	return f.store.Job(ctx, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) job(_ context.Context, c *route.Call[route.NoInput], j domain.BillingJob) (jobAnswer, error) {
	return jobAnswer{
		ID: j.ID, Kind: j.Rerating.Kind, Status: j.Status, tally: toTally(j.Tally, j.DryRun, j.Currency),
		StartedAt: j.StartedAt, FinishedAt: j.FinishedAt, Versioned: route.Versioned{Version: j.Version},
	}, nil
}

// cancelTries bounds how often a job that is going on is tried to be caught.
const cancelTries = 20

// cancelJob ends a running job where it is. What it has done stays done.
func (f *Family) cancelJob(ctx context.Context, c *route.Call[route.NoInput], j domain.BillingJob) (route.Deleted, error) {
	gone := route.Deleted{ID: string(j.ID), Deleted: true}
	if err := c.CheckIfMatch(j.Version); err != nil {
		return gone, err
	}
	for try := 1; ; try++ {
		next, changed, err := j.Cancel(c.Now)
		if err != nil || !changed {
			return gone, err
		}
		_, err = f.store.AdvanceJob(ctx, c.WorkspaceID(), j, next, nil)
		if !errors.Is(err, store.ErrJobChanged) || try == cancelTries {
			return gone, err
		}
		if j, err = f.store.Job(ctx, c.WorkspaceID(), j.ID); err != nil {
			return gone, err
		}
	}
}
