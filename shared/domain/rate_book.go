package domain

// RateBook is every rate of a workspace that is set, as it stood at one moment.
type RateBook struct {
	Billing        Billing
	Members        map[ID]int64 // by user
	Projects       map[ID]int64
	ProjectMembers map[ProjectMemberKey]int64 // of project members
}

// ProjectMemberKey names a user's place in a project.
type ProjectMemberKey struct{ Project, User ID }

// NewRateBook is a book with no rates but the workspace's own.
func NewRateBook(b Billing) RateBook {
	return RateBook{Billing: b, Members: map[ID]int64{}, Projects: map[ID]int64{}, ProjectMembers: map[ProjectMemberKey]int64{}}
}

// RatesFor gives the rates that count for an entry.
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

// SetRate writes a rate into one of the book's lists; nil, which inherits, is
// nothing to note.
func SetRate[K comparable](rates map[K]int64, k K, rate *int64) {
	if rate != nil {
		rates[k] = *rate
	}
}
