package domain

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
