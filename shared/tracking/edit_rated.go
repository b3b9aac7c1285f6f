package tracking

import (
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// RatedBody is what a PATCH of one entry or timer may change.
type RatedBody struct {
	EditBody
	HourlyRate wire.Clearable[int64] `json:"hourlyRate" minimum:"0" maximum:"100000000" doc:"The entry's own rate, in minor units; null goes back to inheriting. For those who see rates. A running timer keeps it for when it is stopped."`
}

// toRate names what a snapshot after the change is made from, besides the
// references of the body: nothing where there will be none.
func (b RatedBody) toRate(r *route.Request, was domain.Entry) (asked store.Asked) {
	switch {
	case b.StoppedAt.Set && was.Running(), b.inherits(was):
		return ToRate(r.Caller, was)
	case b.ProjectID.Set || b.TaskID.Set:
		return rateOfMember(r.Caller, was.UserID)
	}
	return asked
}

// inherits reports whether the body takes the entry's own rate away.
func (b RatedBody) inherits(was domain.Entry) bool {
	return b.HourlyRate.Set && b.HourlyRate.Value == nil && was.HasOwnRate()
}

// rerates reports whether the changed entry needs another snapshot: it was
// stopped or moved to another project, or given or taken a rate of its own.
func (b RatedBody) rerates(was, next domain.Entry) bool {
	return was.Running() || was.ProjectID != next.ProjectID || b.HourlyRate.Value != nil || b.inherits(was)
}

// Apply is EditBody's, with the entry's own rate.
func (b RatedBody) Apply(e domain.Entry) domain.Entry {
	e = b.EditBody.Apply(e)
	if b.HourlyRate.Set {
		e = e.Rated(b.HourlyRate.Value)
	}
	return e
}
