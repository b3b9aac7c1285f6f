package domain

// Rates are the hourly rates that apply to a member's time on a project, in minor
// units of the workspace's currency. nil is not set. 0 is a rate like any other.
type Rates struct {
	ProjectMember *int64
	Project       *int64
	Member        *int64
	Billing       Billing
}

// mostSpecific is the most specific rate that is set, after an own rate of the
// entry, and its source: project member, project, member, workspace.
func (r Rates) mostSpecific() (rate *int64, source RateSource) {
	switch {
	case r.ProjectMember != nil:
		return r.ProjectMember, RateOfProjectMember
	case r.Project != nil:
		return r.Project, RateOfProject
	case r.Member != nil:
		return r.Member, RateOfMember
	case r.Billing.DefaultHourlyRate != nil:
		return r.Billing.DefaultHourlyRate, RateOfWorkspace
	default:
		return nil, RateNone
	}
}

// Snapshot is the finished entry with a new rate snapshot. An own rate stays, and
// its currency becomes the workspace's. A running timer stays unchanged: it gets
// its snapshot when it is stopped.
func (r Rates) Snapshot(e Entry) Entry {
	if e.Running() {
		return e
	}
	e.Currency = r.Billing.Currency
	if !e.HasOwnRate() {
		e.HourlyRate, e.RateSource = r.mostSpecific()
	}
	return e
}

// HasOwnRate reports whether the entry's rate was set on the entry itself. A
// running timer keeps one for when it is stopped.
func (e Entry) HasOwnRate() bool { return e.RateSource == RateOfEntry }

// WithOwnRate is the entry with an own rate; nil removes it, so that the next
// snapshot takes the rate that the entry inherits.
func (e Entry) WithOwnRate(own *int64) Entry {
	switch {
	case own != nil:
		e.HourlyRate, e.RateSource = own, RateOfEntry
	case e.HasOwnRate():
		e.HourlyRate, e.RateSource = nil, RateNone
	}
	return e
}

// SameRate reports whether two rates are equal; nil, which is not set, equals
// only nil.
func SameRate(a, b *int64) bool { return equalPtr(a, b, func(a, b int64) bool { return a == b }) }
