package timesheets_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// An entry has the status of its line while its stamp is of a round of the line. It is
// locked exactly while the line is pending or approved.
func TestLineOfEntry(t *testing.T) {
	t.Parallel()
	const id = domain.ID("s")
	line := func(status timesheets.LineStatus) timesheets.Submission {
		return timesheets.Submission{ID: id, Version: 1,
			Lines: []timesheets.LineState{{Number: 1, Status: status, Rounds: []int{2, 4}}}}
	}
	withdrawn, unfinished := line(timesheets.LineApproved), line(timesheets.LinePending)
	withdrawn.Withdrawn, unfinished.Version = true, 0
	for _, c := range []struct {
		name       string
		submission timesheets.Submission
		stamp      *timelog.Stamp
		want       timelog.LineOfEntry
	}{
		{"no stamp", line(timesheets.LineApproved), nil, "none"},
		{"pending", line(timesheets.LinePending), &timelog.Stamp{SubmissionID: id, Line: 1, Round: 2}, "submitted"},
		{"approved", line(timesheets.LineApproved), &timelog.Stamp{SubmissionID: id, Line: 1, Round: 4}, "approved"},
		{"rejected", line(timesheets.LineRejected), &timelog.Stamp{SubmissionID: id, Line: 1, Round: 4}, "rejected"},
		{"another round", line(timesheets.LineRejected), &timelog.Stamp{SubmissionID: id, Line: 1, Round: 3}, "none"},
		{"another line", line(timesheets.LineApproved), &timelog.Stamp{SubmissionID: id, Line: 2, Round: 2}, "none"},
		{"another submission", line(timesheets.LineApproved), &timelog.Stamp{SubmissionID: "x", Line: 1, Round: 2}, "none"},
		{"withdrawn", withdrawn, &timelog.Stamp{SubmissionID: id, Line: 1, Round: 2}, "none"},
		{"a first round in progress", unfinished, &timelog.Stamp{SubmissionID: id, Line: 1, Round: 2}, "none"},
	} {
		e, locks := timelog.Entry{Stamp: c.stamp}, timesheets.Locks{id: c.submission}
		if got := locks.LineOf(e); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if locked := locks.LockedBy(e) != ""; locked != (c.want == "submitted" || c.want == "approved") {
			t.Errorf("%s: locked %v", c.name, locked)
		}
	}
}

// A submission without the time of its latest event has the latest of its other times.
func TestLastChangeOfASubmission(t *testing.T) {
	t.Parallel()
	decided, updated := minute(5), minute(9)
	s := timesheets.Submission{SubmittedAt: minute(1)}
	if s.LastChange() != minute(1) {
		t.Errorf("submitted: %s", s.LastChange())
	}
	if s.Links = []timesheets.LinkState{{}, {DecidedAt: &decided}}; s.LastChange() != decided {
		t.Errorf("decided: %s", s.LastChange())
	}
	if s.UpdatedAt = &updated; s.LastChange() != updated {
		t.Errorf("with an event: %s", s.LastChange())
	}
}
