package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// jobAnswer is a billing job with its figures so far.
type jobAnswer struct {
	ID     domain.ID           `json:"id"`
	Kind   domain.ReratingKind `json:"kind"`
	Status domain.JobStatus    `json:"status"`
	tally
	StartedAt  domain.Instant  `json:"started_at"`
	FinishedAt *domain.Instant `json:"finished_at"` // null while it runs
	route.Versioned
}

// loadJob reads the job in the path. Errors: not_found.
func (f *Family) loadJob(ctx context.Context, r *route.Request) (domain.BillingJob, error) {
	return f.store.Job(ctx, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) job(_ context.Context, c *route.Call[route.NoInput], j domain.BillingJob) (jobAnswer, error) {
	return jobAnswer{
		ID: j.ID, Kind: j.Rerating.Kind, Status: j.Status, tally: toTally(j.Tally, j.DryRun, j.Currency),
		StartedAt: j.StartedAt, FinishedAt: j.FinishedAt, Versioned: route.Versioned{Version: j.Version},
	}, nil
}
