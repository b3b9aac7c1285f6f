package changes

import (
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/feeddb"
)

// Two rows show an entry: its own, and that of the submission whose stamp it carries. If a reader has read neither, the
// later one is enough. So the earlier one leaves the entry to it. This is safe only while the reader is certain to read
// the later row: it was not read before, not even in part, and it is the row of the last write of its record. If the
// record changes again, it has a newer row, which the reader will read as well.

// ahead is the rows that a reader has not read yet. The zero value has none.
type ahead struct {
	pending map[feeddb.ChangeRow]bool // rows of the window
	behind  func(b bucket) bool       // whether a bucket lies behind the window, and nothing of it was read
}

// ahead lists the rows of the window that are pending, and those behind it.
func (x window) ahead(p position, rows []pending) ahead {
	a := ahead{pending: make(map[feeddb.ChangeRow]bool, len(rows))}
	for _, r := range rows {
		isBegun := p.expansion != nil && p.expansion.row == hashRow(r.ChangeRow)
		a.pending[r.ChangeRow] = !isBegun
	}
	a.behind = func(b bucket) bool {
		_, isKnown := p.memory[b]
		return !x.isComplete && b >= x.end && !isKnown
	}
	return a
}

// has reports whether the reader has a row still before it, and comes to it after a moment.
func (a ahead) has(row feeddb.ChangeRow, after string) bool {
	if a.behind == nil || row.Moment <= after {
		return false
	}
	return a.pending[row] || a.behind(rowBucket(row))
}

// showsWithSubmission reports whether a record is an entry that a later row of its submission shows.
func (a ahead) showsWithSubmission(v view, x feeddb.Changed) bool {
	if x.Entry == nil || x.Entry.Stamp == nil {
		return false
	}
	sub, ok := v.Viewer.Locks[x.Entry.Stamp.SubmissionID]
	return ok && isListed(*x.Entry, sub) && v.knowsTime(sub) && a.has(v.LockRows[sub.ID], x.Moment)
}

// isListed reports whether a submission lists an entry with its stamp, as StampedEntries reads them.
func isListed(e timelog.Entry, sub timesheets.Submission) bool {
	return sub.Visible() && !e.Running() && e.UserID == sub.UserID &&
		!e.StartedAt.Before(sub.From.Time) && e.StartedAt.Before(sub.To.Time)
}

// isOfAnother reports whether an entry is on a line of a submission other than the given one. That one shows the entry.
// A round in progress shows nothing, and if it is abandoned, it leaves its stamps and no row. So an entry that it took
// from the given submission still comes with that.
func (v view) isOfAnother(e timelog.Entry, submission domain.ID) bool {
	return e.Stamp.SubmissionID != submission && v.Viewer.Locks.LineOf(e) != timelog.NotSubmitted
}
