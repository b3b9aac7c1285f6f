package billing

import (
	"context"
	"errors"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/moneydb"
)

// jobAnswer is a billing job with its figures so far.
type jobAnswer struct {
	ID     domain.ID          `json:"id"`
	Kind   money.ReratingKind `json:"kind"`
	Status domain.JobStatus   `json:"status"`
	tally
	StartedAt  domain.Instant  `json:"started_at"`
	FinishedAt *domain.Instant `json:"finished_at"` // null while it runs
	// The entry with another invoice, for which a job of the kind invoice failed; null otherwise.
	ConflictingEntryID *domain.ID `json:"conflicting_entry_id"`
	route.Versioned
}

// loadedJob is a job that the path names.
type loadedJob struct{ money.BillingJob }

// Authorize lets a user read nothing but invoices of their own. Errors: forbidden role_insufficient.
func (j loadedJob) Authorize(c auth.Caller, _ auth.Permission) error {
	if c.Role() == people.RoleUser && (j.Rerating.Kind != money.KindInvoice || j.StartedBy != c.User.ID) {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// loadJob reads the job in the path. Errors: not_found.
func (f *Family) loadJob(ctx context.Context, r *route.Request) (loadedJob, error) {
	job, err := f.store.Job(ctx, r.WorkspaceID(), r.ID("id"))
	return loadedJob{job}, err
}

func (f *Family) job(_ context.Context, c *route.Call[route.NoInput], j loadedJob) (jobAnswer, error) {
	return jobAnswer{
		ID: j.ID, Kind: j.Rerating.Kind, Status: j.Status, tally: toTally(j.Tally, j.DryRun, j.Currency),
		StartedAt: j.StartedAt, FinishedAt: j.FinishedAt, ConflictingEntryID: j.OtherEntry.OrNull(),
		Versioned: route.Versioned{Version: j.Version},
	}, nil
}

// cancelPolicy says how often a job is read again because the worker continued
// it at the same time.
var cancelPolicy = retry.Policy{Tries: 20}

// cancelJob ends a running job. What the job has changed stays changed.
func (f *Family) cancelJob(ctx context.Context, c *route.Call[route.NoInput],
	found loadedJob) (route.Deleted, error) {
	j := found.BillingJob
	gone := route.NewDeleted(j.ID)
	if err := c.CheckIfMatch(j.Version); err != nil {
		return gone, err
	}
	stale := false
	return gone, retry.Do(ctx, cancelPolicy, func() (again bool, err error) {
		if stale {
			if j, err = f.store.Job(ctx, c.WorkspaceID(), j.ID); err != nil {
				return false, err
			}
		}
		next, changed, err := j.Cancel(c.Now)
		if err != nil || !changed {
			return false, err
		}
		_, err = f.store.AdvanceJob(ctx, c.WorkspaceID(), j, next, nil)
		stale = errors.Is(err, moneydb.ErrJobChanged)
		return stale, err
	})
}
