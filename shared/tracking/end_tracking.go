package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// End writes a member who left, was deactivated or became an analyst. A running timer is
// stopped at the given time, with the rates of the member and not those of the caller.
// Errors: conflict when the member has changed since it was read.
func End(ctx context.Context, s *store.Store, c auth.Caller, now domain.Instant, x peopledb.TrackingEnd) error {
	x.Stop = func(ctx context.Context, running timelog.Entry) (timelog.Entry, error) {
		return snapshotEntry(ctx, s, c, x.Now, running.StopNow(now))
	}
	return s.EndTracking(ctx, c.WorkspaceID(), x)
}

// snapshotEntry takes the rate snapshot of one entry of a known member. It reads
// only for time on a project.
func snapshotEntry(ctx context.Context, reader Reader, c auth.Caller, m people.Member,
	e timelog.Entry) (timelog.Entry, error) {
	x, err := Resolve(ctx, reader, c, rateRefs(e))
	if err != nil {
		return e, err
	}
	return x.rates(e, m).Snapshot(e), nil
}
