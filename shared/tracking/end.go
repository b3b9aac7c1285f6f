package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/store"
)

// Ender writes members who may not track time any more.
type Ender interface {
	Reader
	// EndTracking writes a member who may not track time from then on, and stops their
	// timer in the same transaction. Errors: conflict for the owner, and when the member has
	// changed since it was read.
	EndTracking(ctx context.Context, workspace domain.ID, x store.TrackingEnd) error
}

var _ Ender = (*store.Store)(nil)

// End writes a member who left, was deactivated or became an analyst. A running timer is
// stopped at the given time, with the rates of the member and not those of the caller.
// Errors: conflict when the member has changed since it was read.
func End(ctx context.Context, s Ender, c auth.Caller, now domain.Instant, x store.TrackingEnd) error {
	x.Stop = func(ctx context.Context, running domain.Entry) (domain.Entry, error) {
		return SnapshotEntry(ctx, s, c, x.Now, running.StopNow(now))
	}
	return s.EndTracking(ctx, c.WorkspaceID(), x)
}
