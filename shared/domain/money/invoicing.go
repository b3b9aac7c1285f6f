package money

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// Where are conditions on the entries that an invoice is for. The zero value of each is no condition.
type Where struct {
	IsBillable   *bool                 `db:"billable,omitempty"`
	TagID        domain.ID             `db:"tag,omitempty"`
	Search       domain.SearchTerm     `db:"search,omitempty"` // found in the description
	UpdatedSince *domain.Instant       `db:"since,omitempty"`
	Invoice      timelog.InvoiceFilter `db:"inv,omitempty"`
	SubmissionID domain.ID             `db:"sub,omitempty"`
	// statuses of the entry's line of a timesheet, as timesheets.LineOfEntry has them
	Lines []string `db:"lines,omitempty"`
}

// matches reports whether an entry meets the conditions that need nothing but the entry.
func (w Where) matches(e timelog.Entry) bool {
	return (w.IsBillable == nil || e.IsBillable == *w.IsBillable) &&
		(w.TagID == "" || slices.Contains(e.TagIDs, w.TagID)) &&
		(w.Search == "" || w.Search.FoundIn(string(e.Description))) &&
		(w.UpdatedSince == nil || !e.UpdatedAt.Before(w.UpdatedSince.Time)) &&
		(w.Invoice == "" || w.Invoice.Matches(e)) &&
		(w.SubmissionID == "" || e.Stamp != nil && e.Stamp.SubmissionID == w.SubmissionID)
}

// NeedsLines reports whether the rerating selects entries by their lines of timesheets.
func (r Rerating) NeedsLines() bool { return r.Where != nil && len(r.Where.Lines) > 0 }

// MatchesLine reports whether the rerating includes an entry with that status of its line.
func (r Rerating) MatchesLine(line string) bool {
	return !r.NeedsLines() || slices.Contains(r.Where.Lines, line)
}

// OtherInvoice refuses to mark an entry that has another mark.
func OtherInvoice(entry domain.ID) error {
	return problem.Conflict(problem.EntryIsInvoiced,
		fmt.Sprintf("The entry %s has another invoice. Nothing was changed.", entry))
}

// HeldEntry refuses to change an entry that a job is about to mark.
func HeldEntry(entry domain.ID) error {
	return problem.Conflict(problem.EntryIsInvoiced, fmt.Sprintf("The entry %s is being invoiced. Try again.", entry))
}

// Jobs are billing jobs that hold some entries, by id.
type Jobs map[domain.ID]BillingJob

// Hold reports whether one of the jobs holds the entry. A job that has ended holds nothing.
func (j Jobs) Hold(e timelog.Entry) bool {
	return e.HeldBy != "" && j[e.HeldBy].Status == domain.JobRunning
}
