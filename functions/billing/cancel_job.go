package billing

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
)

// cancelPolicy says how often a job is read again because the worker continued
// it at the same time.
var cancelPolicy = retry.Policy{Tries: 20}

// cancelJob ends a running job. What the job has changed stays changed.
func (f *Family) cancelJob(ctx context.Context, c *route.Call[route.NoInput], j domain.BillingJob) (route.Deleted, error) {
	gone := route.Deleted{ID: string(j.ID), Deleted: true}
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
		stale = errors.Is(err, store.ErrJobChanged)
		return stale, err
	})
}
