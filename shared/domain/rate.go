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

// SameRate reports whether two rates are equal; nil, which is not set, equals
// only nil.
func SameRate(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// RateBook contains every rate that is set in a workspace, as of one moment.
type RateBook struct {
	Billing        Billing
	Members        map[ID]int64 // by user
	Projects       map[ID]int64
	ProjectMembers map[ProjectMemberKey]int64
}

// NewRateBook makes a book that contains only the workspace's default rate.
func NewRateBook(b Billing) RateBook {
	return RateBook{Billing: b, Members: map[ID]int64{}, Projects: map[ID]int64{}, ProjectMembers: map[ProjectMemberKey]int64{}}
}

// RatesFor returns the rates that apply to an entry.
func (b RateBook) RatesFor(e Entry) Rates {
	return Rates{
		ProjectMember: findRate(b.ProjectMembers, ProjectMemberKey{e.ProjectID, e.UserID}),
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
	Currency          Currency `db:"cur"`
	DefaultHourlyRate *int64   `db:"rate,omitempty"` // minor units per hour; nil is none
	DefaultIsBillable bool     `db:"billable"`
	Rounding          Rounding `db:"rounding"`
	MembersSeeRates   bool     `db:"see"`
	Version           int64    `db:"ver"`
}

// Equal reports whether both settings have the same values, apart from their
// versions.
func (b Billing) Equal(other Billing) bool {
	return SameRate(b.DefaultHourlyRate, other.DefaultHourlyRate) && b.Currency == other.Currency && b.DefaultIsBillable == other.DefaultIsBillable &&
		b.Rounding == other.Rounding && b.MembersSeeRates == other.MembersSeeRates
}

// NewBilling is the settings of a new workspace.
func NewBilling() Billing {
	return Billing{Currency: "EUR", DefaultIsBillable: true, Rounding: Rounding{Mode: RoundNone}, Version: 1}
}
