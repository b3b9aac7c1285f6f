package money

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// NeedsLines reports whether the rerating selects entries by their lines of timesheets.
func (r Rerating) NeedsLines() bool { return r.Where != nil && len(r.Where.Lines) > 0 }

// MatchesLine reports whether the rerating includes an entry with that status of its line.
func (r Rerating) MatchesLine(line timelog.LineOfEntry) bool {
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
