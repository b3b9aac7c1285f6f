package domain

import "slices"

// LineOfEntry says what became of an entry in timesheets: the status of its line.
type LineOfEntry string

// The values of LineOfEntry.
const (
	EntryNotSubmitted LineOfEntry = "none"      // on no line, or its submission was withdrawn
	EntrySubmitted    LineOfEntry = "submitted" // on a pending line
	EntryApproved     LineOfEntry = "approved"  // on an approved line
	EntryRejected     LineOfEntry = "rejected"  // on a rejected line that was not resubmitted
)

// LineOf is the status of the line that an entry belongs to. The entry is locked while it
// is EntrySubmitted or EntryApproved.
func (l Locks) LineOf(e Entry) LineOfEntry {
	if e.Stamp == nil {
		return EntryNotSubmitted
	}
	return l[e.Stamp.SubmissionID].lineOf(*e.Stamp)
}

func (s Submission) lineOf(st Stamp) LineOfEntry {
	l, ok := s.Line(st.Line)
	switch {
	case !ok, !s.Visible(), s.Withdrawn, st.SubmissionID != s.ID, !slices.Contains(l.Rounds, st.Round):
		return EntryNotSubmitted
	case l.Status == LineApproved:
		return EntryApproved
	case l.Status == LineRejected:
		return EntryRejected
	}
	return EntrySubmitted
}
