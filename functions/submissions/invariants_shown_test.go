package submissions_test

import (
	"fmt"
	"slices"
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// checkEvents: one event a version, each from where the one before led, the
// last to where the submission is; and lines were decided by the events that
// they name.
func (l *tableState) checkEvents(s timesheets.Submission) {
	events := l.events[s.ID]
	if int64(len(events)) != s.Version {
		l.fail("submission %s at version %d has %d events", s.ID, s.Version, len(events))
		return
	}
	before := timesheets.SubmissionStatus("")
	for i, e := range events {
		first := e.Type == timesheets.EventSubmitted
		if e.Version != int64(i)+1 || e.FromStatus != before || first != (i == 0) || e.Actor.ID == "" {
			l.fail("submission %s: event %d is %+v, the status was %q", s.ID, i+1, e, before)
		}
		before = e.ToStatus
	}
	if before != s.Status() {
		l.fail("submission %s is %s, its last event led to %s", s.ID, s.Status(), before)
	}
	for _, line := range s.Lines {
		if (line.Status == timesheets.LinePending) != (line.DecisionVersion == 0) {
			l.fail("submission %s: line %+v", s.ID, line)
		}
		if line.DecisionVersion == 0 {
			continue
		}
		e := events[line.DecisionVersion-1]
		approved := e.Type == timesheets.EventApprovedAll || e.Type == timesheets.EventLineApproved &&
			e.LineID == s.LineID(line.Number)
		rejected := e.Type == timesheets.EventLineRejected && e.LineID == s.LineID(line.Number)
		if !approved && line.Status == timesheets.LineApproved || !rejected && line.Status == timesheets.LineRejected {
			l.fail("submission %s: line %+v was decided by %+v", s.ID, line, e)
		}
	}
}

// lockedBy gives the submission whose live line an entry is in; "" is none.
func (l *tableState) lockedBy(e timelog.Entry) domain.ID {
	if e.Stamp == nil {
		return ""
	}
	s := l.submissions[e.Stamp.SubmissionID]
	for _, line := range s.Lines {
		live := s.Version > 0 && !s.Withdrawn && line.Status != timesheets.LineRejected
		if live && line.Number == e.Stamp.Line && slices.Contains(line.Rounds, e.Stamp.Round) {
			return s.ID
		}
	}
	return ""
}

// checkShown checks that somebody who sees everything is shown what lies in the
// table: which entries are locked and by what, and every line's totals.
func (l *tableState) checkShown(t testing.TB, p *apitest.User) {
	t.Helper()
	for _, e := range l.entries {
		got := p.Get(fmt.Sprintf("/api/entries/%s?user_id=%s", e.ID, e.UserID)).OK()
		shown, _ := got["submission_id"].(string)
		if want := l.lockedBy(e); shown != string(want) || got["is_locked"] != (want != "") {
			t.Errorf("entry %s: locked %v by %v, want %q", e.ID, got["is_locked"], shown, want)
		}
	}
	for id, s := range l.submissions {
		if s.Version > 0 {
			l.checkShownSubmission(t, p.Get(pathSubmissions+"/"+string(id)).OK(), s)
		}
	}
}

func (l *tableState) checkShownSubmission(t testing.TB, got object, s timesheets.Submission) {
	t.Helper()
	whole := got["lines"].([]any)
	if got["version"] != float64(s.Version) || got["status"] != string(s.Status()) || len(whole) != len(s.Lines) {
		t.Fatalf("submission %s is shown as %v", s.ID, got)
	}
	for i, line := range l.lines[s.ID][0].Lines {
		shown := whole[i].(object)
		wantFields(t, fmt.Sprintf("submission %s, line %d", s.ID, line.Number), shown, object{
			"id": s.LineID(line.Number), "entry_count": line.Entries, "total_seconds": line.Seconds, "amount": line.Amount,
			"currency": line.Currency, "status": s.Lines[i].Status, "version": s.Lines[i].Version,
		})
	}
}
