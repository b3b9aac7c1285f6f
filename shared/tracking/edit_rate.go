package tracking

import (
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// EditBodyWithRate is what a PATCH of one entry or timer may change.
type EditBodyWithRate struct {
	EditBody
	HourlyRate wire.Clearable[int64] `json:"hourlyRate" minimum:"0" maximum:"100000000" doc:"The entry's own rate, in minor units; null goes back to inheriting. For those who see rates. A running timer keeps it for when it is stopped."`
}

// snapshotRefs names what a snapshot after the change is made from, besides the
// references of the body: nothing where there will be none.
func (b EditBodyWithRate) snapshotRefs(r *route.Request, was domain.Entry) (refs store.Refs) {
	switch {
	case b.StoppedAt.Set && was.Running(), b.clearsOwnRate(was):
		return RefsToSnapshot(r.Caller, was)
	case b.ProjectID.Set || b.TaskID.Set:
		return memberRateRefs(r.Caller, was.UserID)
	}
	return refs
}

// clearsOwnRate reports whether the body takes the entry's own rate away.
func (b EditBodyWithRate) clearsOwnRate(was domain.Entry) bool {
	return b.HourlyRate.Set && b.HourlyRate.Value == nil && was.HasOwnRate()
}

// needsSnapshot reports whether the changed entry needs another snapshot: it was
// stopped or moved to another project, or given or taken a rate of its own.
func (b EditBodyWithRate) needsSnapshot(was, next domain.Entry) bool {
	return was.Running() || was.ProjectID != next.ProjectID || b.HourlyRate.Value != nil || b.clearsOwnRate(was)
}

// Apply is EditBody's, with the entry's own rate.
func (b EditBodyWithRate) Apply(e domain.Entry) domain.Entry {
	e = b.EditBody.Apply(e)
	if b.HourlyRate.Set {
		e = e.WithOwnRate(b.HourlyRate.Value)
	}
	return e
}
