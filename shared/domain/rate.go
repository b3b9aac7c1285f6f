package domain

// Rates are the hourly rates that count for a member's time on a project, in
// minor units of the workspace's currency; nil inherits. 0 is a rate like any
// other.
type Rates struct {
	ProjectMember *int64
	Project       *int64
	Member        *int64
	Billing       Billing
}

// mostSpecific is the most specific rate that is set, and where it was found. Source:
// contract, billable settings.
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

// Snapshot fixes what a finished entry is worth. A rate of the entry's own
// stays, and counts in the workspace's currency as all rates do. A running
// timer is worth nothing yet and comes back as it is.
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

// WithOwnRate gives the entry a rate of its own; nil takes it away, so that the next
// snapshot finds what it inherits.
func (e Entry) WithOwnRate(own *int64) Entry {
	switch {
	case own != nil:
		e.HourlyRate, e.RateSource = own, RateOfEntry
	case e.HasOwnRate():
		e.HourlyRate, e.RateSource = nil, RateNone
	}
	return e
}
