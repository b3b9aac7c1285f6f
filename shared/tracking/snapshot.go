package tracking

import (
	"stint/shared/auth"
	"stint/shared/domain"
)

// Snapshot fixes what an entry is worth: when it is stopped, created or moved
// to another project, and never again by itself. The currency is the
// workspace's. No level of rates can be set so far, so the rate comes from
// none.
func Snapshot(c auth.Caller, e domain.Entry) domain.Entry {
	e.Currency = c.Billing.Currency
	e.HourlyRate, e.RateSource = nil, domain.RateNone
	return e
}

// snapshotted is Snapshot for an entry that may still run: a running timer is
// worth nothing yet.
func snapshotted(c auth.Caller, e domain.Entry) domain.Entry {
	if e.Running() {
		return e
	}
	return Snapshot(c, e)
}
