package tracking

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store"
)

// lineFilter keeps entries by the status of their line of a timesheet. It reads each
// submission once, so that a page shows all its entries in one state of it, and again for an
// entry that a later round has claimed: the user submitted again between the two reads. A report
// reads many pages, and may then count entries before and after that.
type lineFilter struct {
	statuses []timelog.LineOfEntry // nil keeps all
	locks    timesheets.Locks      // submissions that were read
}

// newLineFilter makes the filter. Without statuses, a submission has only entries that
// are on a line of it. The submission is nil if the filter names none.
func newLineFilter(f timelog.Selection, submission *timesheets.Submission) lineFilter {
	l := lineFilter{statuses: f.Lines, locks: timesheets.Locks{}}
	if submission == nil {
		return l
	}
	l.locks[submission.ID] = *submission
	if l.statuses == nil {
		l.statuses = []timelog.LineOfEntry{timelog.LineSubmitted, timelog.LineApproved, timelog.LineRejected}
	}
	return l
}

// keep reports whether the filter keeps an entry whose submission was read.
func (l lineFilter) keep(e timelog.Entry) bool {
	return l.statuses == nil || slices.Contains(l.statuses, l.locks.LineOf(e))
}

// read reads the submissions of entries that were not read before.
func (l lineFilter) read(ctx context.Context, reader Reader, workspace domain.ID, entries []timelog.Entry) error {
	missing := timesheets.StampedSubmissionIDs(l.withoutKnown(entries)...)
	found, err := reader.Records(ctx, workspace, store.Refs{Locks: missing})
	for _, id := range missing {
		l.locks[id] = found.Locks[id] // also for one that does not exist, so that it is not read again
	}
	return err
}

// knows reports whether the submission of a stamp was read, and not before the stamp's round.
func (l lineFilter) knows(stamp timelog.Stamp) bool {
	s, known := l.locks[stamp.SubmissionID]
	return known && (s.ID == "" || stamp.Round <= s.LastStartedRound)
}

// withoutKnown are the entries without the stamps whose submissions are known.
func (l lineFilter) withoutKnown(entries []timelog.Entry) []timelog.Entry {
	all := slices.Clone(entries)
	for i, e := range all {
		if e.Stamp != nil && l.knows(*e.Stamp) {
			all[i].Stamp = nil
		}
	}
	return all
}

// Filter keeps the entries of the scope's range that belong to the scope.
func (r Scope) Filter(reader Reader) store.Filter[timelog.Entry] {
	if r.lines.statuses == nil {
		if len(r.conditions) == 0 {
			return store.Filter[timelog.Entry]{}
		}
		return store.Filter[timelog.Entry]{Keep: r.conditions.Hold}
	}
	return store.Filter[timelog.Entry]{
		Keep: func(e timelog.Entry) bool { return r.conditions.Hold(e) && r.lines.keep(e) },
		Prepare: func(ctx context.Context, all []timelog.Entry) error {
			matching := slices.DeleteFunc(all, func(e timelog.Entry) bool { return !r.conditions.Hold(e) })
			return r.lines.read(ctx, reader, r.viewer.WorkspaceID(), matching)
		},
	}
}

// IsAll reports whether the scope has all entries of the workspace in its span.
func (r Scope) IsAll() bool {
	return r.User == "" && r.Project == "" && r.IDs == nil && len(r.conditions) == 0 && r.lines.statuses == nil
}

// HasKind reports whether the scope has entries like this one, whenever they start and
// whatever their lines of timesheets.
func (r Scope) HasKind(e timelog.Entry) bool {
	inRange := (r.User == "" || r.User == e.UserID) && (r.Project == "" || r.Project == e.ProjectID)
	return inRange && r.conditions.Hold(e)
}
