// Package money has billable settings, rates, and how entries get new rates.
package money

import (
	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

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
func (r Rates) mostSpecific() (rate *int64, source timelog.RateSource) {
	switch {
	case r.ProjectMember != nil:
		return r.ProjectMember, timelog.RateOfProjectMember
	case r.Project != nil:
		return r.Project, timelog.RateOfProject
	case r.Member != nil:
		return r.Member, timelog.RateOfMember
	case r.Billing.DefaultHourlyRate != nil:
		return r.Billing.DefaultHourlyRate, timelog.RateOfWorkspace
	default:
		return nil, timelog.RateNone
	}
}

// Snapshot is the finished entry with a new rate snapshot. An own rate stays, and
// its currency becomes the workspace's. A running timer stays unchanged: it gets
// its snapshot when it is stopped.
func (r Rates) Snapshot(e timelog.Entry) timelog.Entry {
	if e.Running() {
		return e
	}
	e.Currency = r.Billing.Currency
	if !e.HasOwnRate() {
		e.HourlyRate, e.RateSource = r.mostSpecific()
	}
	return e
}

// RateBook contains every rate that is set in a workspace, as of one moment.
type RateBook struct {
	Billing        Billing
	Members        map[domain.ID]int64 // by user
	Projects       map[domain.ID]int64
	ProjectMembers map[domain.ProjectMemberKey]int64
}

// NewRateBook makes a book that contains only the workspace's default rate.
func NewRateBook(b Billing) RateBook {
	return RateBook{Billing: b, Members: map[domain.ID]int64{}, Projects: map[domain.ID]int64{},
		ProjectMembers: map[domain.ProjectMemberKey]int64{}}
}

// RatesFor returns the rates that apply to an entry.
func (b RateBook) RatesFor(e timelog.Entry) Rates {
	return Rates{
		ProjectMember: findRate(b.ProjectMembers, domain.ProjectMemberKey{Project: e.ProjectID, User: e.UserID}),
		Project:       findRate(b.Projects, e.ProjectID),
		Member:        findRate(b.Members, e.UserID),
		Billing:       b.Billing,
	}
}

func findRate[K comparable](rates map[K]int64, k K) *int64 {
	rate, set := rates[k]
	if !set {
		return nil
	}
	return &rate
}

// SetRate writes a rate into one of the book's maps; nil, which is not set, writes
// nothing.
func SetRate[K comparable](rates map[K]int64, k K, rate *int64) {
	if rate != nil {
		rates[k] = *rate
	}
}

// Billing is a workspace's settings for money.
type Billing struct {
	Currency          domain.Currency `db:"cur"`
	DefaultHourlyRate *int64          `db:"rate,omitempty"` // minor units per hour; nil is none
	DefaultIsBillable bool            `db:"billable"`
	Rounding          domain.Rounding `db:"rounding"`
	MembersSeeRates   bool            `db:"see"`
	Version           int64           `db:"ver"`
}

// Equal reports whether both settings have the same values, apart from their
// versions.
func (b Billing) Equal(other Billing) bool {
	return domain.Same(b.DefaultHourlyRate, other.DefaultHourlyRate) && b.Currency == other.Currency &&
		b.DefaultIsBillable == other.DefaultIsBillable &&
		b.Rounding == other.Rounding && b.MembersSeeRates == other.MembersSeeRates
}

// NewBilling is the settings of a new workspace.
func NewBilling() Billing {
	return Billing{Currency: "EUR", DefaultIsBillable: true, Rounding: domain.Rounding{Mode: domain.RoundNone}, Version: 1}
}
