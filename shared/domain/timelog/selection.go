package timelog

import (
	"reflect"
	"slices"

	"stint/shared/domain"
)

// Span is the time in which entries start: [From, To). A nil bound leaves that side open.
type Span struct {
	From *domain.Instant `db:"from,omitempty"`
	To   *domain.Instant `db:"to,omitempty"`
}

// Contains reports whether the entry starts in the span.
func (s Span) Contains(e Entry) bool {
	return (s.From == nil || !e.StartedAt.Before(s.From.Time)) && (s.To == nil || e.StartedAt.Before(s.To.Time))
}

// Within is the part of the span that is in [from, to).
func (s Span) Within(from, to domain.Instant) Span {
	if s.From == nil || s.From.Before(from.Time) {
		s.From = &from
	}
	if s.To == nil || to.Before(s.To.Time) {
		s.To = &to
	}
	return s
}

// HasBoth reports whether the span has a first and a last moment.
func (s Span) HasBoth() bool { return s.From != nil && s.To != nil }

// Selection says which entries are listed, exported, summed up or invoiced. A property that is nil or zero selects all.
type Selection struct {
	Span
	UserID       domain.ID         `db:"user,omitempty"`
	ProjectID    domain.ID         `db:"project,omitempty"`
	TaskID       domain.ID         `db:"task,omitempty"`
	TagID        domain.ID         `db:"tag,omitempty"`
	ClientID     domain.ID         `db:"client,omitempty"` // of the project
	IsBillable   *bool             `db:"billable,omitempty"`
	Search       domain.SearchTerm `db:"search,omitempty"` // found in the description
	UpdatedSince *domain.Instant   `db:"since,omitempty"`
	SubmissionID domain.ID         `db:"sub,omitempty"`   // the entry is on a line of it
	Lines        []LineOfEntry     `db:"lines,omitempty"` // the status of the entry's line is one of these
	Invoice      InvoiceFilter     `db:"inv,omitempty"`
	IDs          []domain.ID       `db:"ids,omitempty"`
}

// LineOfEntry says what became of an entry in timesheets: the status of its line.
type LineOfEntry string

// The values of LineOfEntry.
const (
	NotSubmitted  LineOfEntry = "none"      // on no line, or its submission was withdrawn
	LineSubmitted LineOfEntry = "submitted" // on a pending line
	LineApproved  LineOfEntry = "approved"  // on an approved line
	LineRejected  LineOfEntry = "rejected"  // on a rejected line that was not resubmitted
)

// FitsTotals reports whether running totals can tell the entries of the selection from others.
func (s Selection) FitsTotals() bool {
	s.Span, s.IsBillable = Span{}, nil
	s.UserID, s.ProjectID, s.TaskID, s.TagID, s.ClientID = "", "", "", "", ""
	return reflect.ValueOf(s).IsZero()
}

// Rest is the selection without its span and its ids, and without the user, client, project and task that it names:
// a rerating has lists of these.
func (s Selection) Rest() Selection {
	s.Span, s.IDs = Span{}, nil
	s.UserID, s.ProjectID, s.TaskID, s.ClientID = "", "", "", ""
	return s
}

// Conditions are conditions on an entry.
type Conditions []func(Entry) bool

// Hold reports whether all conditions are true for an entry.
func (c Conditions) Hold(e Entry) bool {
	return !slices.ContainsFunc(c, func(holds func(Entry) bool) bool { return !holds(e) })
}

// Conditions are the conditions of the selection that need nothing but the entry. Its user, its id and its start are
// none of them, because they choose what is read. Its client is none either, because the project has it. Which line
// has which status is read later: here an entry without a line is left out.
func (s Selection) Conditions() (all Conditions) {
	add := func(set bool, test func(Entry) bool) {
		if set {
			all = append(all, test)
		}
	}
	add(s.ProjectID != "", func(e Entry) bool { return e.ProjectID == s.ProjectID })
	add(s.TaskID != "", func(e Entry) bool { return e.TaskID == s.TaskID })
	add(s.TagID != "", func(e Entry) bool { return slices.Contains(e.TagIDs, s.TagID) })
	add(s.IsBillable != nil, func(e Entry) bool { return e.IsBillable == *s.IsBillable })
	add(s.Search != "", func(e Entry) bool { return s.Search.FoundIn(string(e.Description)) })
	add(s.UpdatedSince != nil, func(e Entry) bool { return !e.UpdatedAt.Before(s.UpdatedSince.Time) })
	add(s.Invoice != "", s.Invoice.Matches)
	add(s.SubmissionID != "", func(e Entry) bool { return e.Stamp != nil && e.Stamp.SubmissionID == s.SubmissionID })
	add(s.Lines != nil && !slices.Contains(s.Lines, NotSubmitted), func(e Entry) bool { return e.Stamp != nil })
	return all
}
