package domain

import (
	"slices"
)

// maxProjectStays is how many projects an entry or a submission remembers that it is or
// was on.
const maxProjectStays = 20

// ProjectStay is a project that an entry or a submission is or was on, and when it first
// came there. A record that never moved remembers no stays: it was made on its project.
type ProjectStay struct {
	ProjectID ID             `db:"pid"`
	Since     OrderedInstant `db:"since"`
}

// Stays are the stays of a deleted entry, for an entry that is made again with its id.
func (m DeletionMark) Stays() []ProjectStay {
	return RememberProject(m.ProjectStays, m.ProjectID, m.WhenMade())
}

// StayedOn lists the projects of stays.
func StayedOn(stays []ProjectStay) []ID {
	all := make([]ID, len(stays))
	for i, s := range stays {
		all[i] = s.ProjectID
	}
	return all
}

// RememberProject puts a project at the end of a list, once, and drops the oldest one of too
// many. A project that is in the list already keeps its first time.
func RememberProject(stays []ProjectStay, id ID, since OrderedInstant) []ProjectStay {
	if id == "" {
		return stays
	}
	if i := slices.Index(StayedOn(stays), id); i >= 0 {
		since = stays[i].Since
		stays = slices.Delete(slices.Clone(stays), i, i+1)
	}
	stays = append(slices.Clip(stays), ProjectStay{id, since})
	return stays[max(0, len(stays)-maxProjectStays):]
}

// WithPresent adds projects of a record that are not among its stays: it was made on them. If
// the list of stays is full, this is not certain, and nothing is added.
func WithPresent(stays []ProjectStay, projects []ID, made OrderedInstant) []ProjectStay {
	if len(stays) == maxProjectStays {
		return stays
	}
	known, all := StayedOn(stays), slices.Clip(stays)
	for _, id := range projects {
		if !slices.Contains(known, id) {
			all = append(all, ProjectStay{id, made})
		}
	}
	return all
}

// DeletionMark is what is kept of a deleted record for the change feed: what it was, and
// who may have seen it.
type DeletionMark struct {
	ID        ID `db:"id,omitempty"`  // "" of a project member
	UserID    ID `db:"uid,omitempty"` // of an entry and a project member
	ProjectID ID `db:"pid,omitempty"` // of an entry, a project member and a task

	Made         *OrderedInstant `db:"made,omitempty"`          // nil for records that all members see
	ProjectStays []ProjectStay   `db:"stays,omitempty"`         // of an entry
	PublicUntil  *OrderedInstant `db:"public_until,omitempty"`  // of a project; nil if it never was public
	MemberUntil  *OrderedInstant `db:"member_until,omitempty"`  // of a project member
	ManagerUntil *OrderedInstant `db:"manager_until,omitempty"` // of a project member; nil if they never were a manager

	Days  *DaySpan  `db:"days,omitempty"`  // of an entry; see Entry.TotalDays
	Spans []DaySpan `db:"spans,omitempty"` // of an entry: the days of its starts, in UTC; see Entry.LeavingDay

	Moment string `db:"-"` // of the delete; it identifies the mark
}

// WhenMade is when the deleted record was made; the zero value if that is not known.
func (m DeletionMark) WhenMade() (made OrderedInstant) {
	if m.Made != nil {
		made = *m.Made
	}
	return made
}
