package timesheets_test

import (
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// transitions are those that need no line, by name.
var transitions = map[string]func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error){
	"withdraw": func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Withdraw(actor, minute(1))
	},
	"reopen": func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Reopen(actor, minute(1))
	},
	"approve all": func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.ApproveAll(func(timesheets.LineState) bool { return true }, actor, minute(1))
	},
	"approve all but the first": func(
		s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.ApproveAll(func(l timesheets.LineState) bool { return l.Number != 1 }, actor, minute(1))
	},
	"approve the first": func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Approve(1, actor, minute(1))
	},
	"reject the first": func(s timesheets.Submission) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Reject(1, nil, actor, minute(1))
	},
}

// "-" is unchanged and without an event, "!" a conflict; a "w" is withdrawn.
func TestTransitions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ move, from, to string }{
		{"withdraw", "pp", "wpp"}, {"withdraw", "pa", "wpa"}, {"withdraw", "ra", "wra"}, {"withdraw", "rr", "wrr"},
		{"withdraw", "aa", "!"}, {"withdraw", "wpa", "-"}, {"withdraw", "waa", "-"},
		{"reopen", "aa", "pp"}, {"reopen", "a", "p"}, {"reopen", "pa", "!"}, {"reopen", "ra", "!"}, {"reopen", "rr", "!"},
		{"reopen", "waa", "!"},
		{"approve all", "pp", "aa"}, {"approve all", "pra", "ara"}, {"approve all", "aa", "-"}, {"approve all", "rr", "-"},
		{"approve all", "ra", "-"}, {"approve all", "wpp", "!"}, {"approve all", "waa", "!"},
		{"approve all but the first", "pp", "pa"}, {"approve all but the first", "pa", "-"},
		{"approve all but the first", "prp", "pra"}, {"approve all but the first", "wpp", "!"},
		{"approve the first", "pp", "ap"}, {"approve the first", "pa", "aa"}, {"approve the first", "ap", "-"},
		{"approve the first", "rp", "!"}, {"approve the first", "wpp", "!"}, {"approve the first", "wap", "!"},
		{"reject the first", "pp", "rp"}, {"reject the first", "pa", "ra"}, {"reject the first", "rp", "-"},
		{"reject the first", "ap", "!"}, {"reject the first", "wpp", "!"}, {"reject the first", "wrp", "!"},
	} {
		s := parseSubmission(c.from)
		got, e, err := transitions[c.move](s)
		switch c.to {
		case "!":
			if !problem.Is(err, problem.CodeConflict) || e != nil {
				t.Errorf("%s of %s: %v, want a conflict", c.move, c.from, err)
			}
		case "-":
			if err != nil || e != nil || formatSubmission(got) != c.from || got.Version != s.Version {
				t.Errorf("%s of %s: %s, event %v, %v; want nothing", c.move, c.from, formatSubmission(got), e, err)
			}
		default:
			if err != nil || e == nil || formatSubmission(got) != c.to {
				t.Errorf("%s of %s: %s, event %v, %v; want %s", c.move, c.from, formatSubmission(got), e, err, c.to)
				continue
			}
			checkTransition(t, c.move+" of "+c.from, s, got, *e)
		}
		if formatSubmission(s) != c.from {
			t.Errorf("%s of %s has changed what it began from", c.move, c.from)
		}
	}
}

func parseSubmission(text string) timesheets.Submission {
	if text[0] == 'w' {
		s := submissionOf(text[1:])
		s.Withdrawn = true
		return s
	}
	return submissionOf(text)
}

func formatSubmission(s timesheets.Submission) string {
	if s.Withdrawn {
		return "w" + letters(s)
	}
	return letters(s)
}

var eventTypes = map[string]timesheets.EventType{
	"withdraw": timesheets.EventWithdrawn, "reopen": timesheets.EventReopened, "approve all": timesheets.EventApprovedAll,
	"approve all but the first": timesheets.EventApprovedAll, "approve the first": timesheets.EventLineApproved,
	"reject the first": timesheets.EventLineRejected,
}

// checkTransition checks what holds after every move: one version and its event on, and
// every line that was touched knows which event it was.
func checkTransition(t *testing.T, what string, was, now timesheets.Submission, e timesheets.SubmissionEvent) {
	t.Helper()
	if now.Version != was.Version+1 || e.Version != now.Version || e.FromStatus != was.Status() ||
		e.ToStatus != now.Status() {
		t.Errorf("%s: version %d, event %+v", what, now.Version, e)
	}
	if e.ID == "" || e.Actor != actor || e.At != minute(1) {
		t.Errorf("%s: event %+v", what, e)
	}
	if want := eventTypes[what[:len(what)-len(" of "+formatSubmission(was))]]; e.Type != want {
		t.Errorf("%s: event %s, want %s", what, e.Type, want)
	}
	ofLine := e.Type == timesheets.EventLineApproved || e.Type == timesheets.EventLineRejected
	if ofLine != (e.LineID != "") || ofLine && e.LineID != now.LineID(1) {
		t.Errorf("%s: the event is about line %q", what, e.LineID)
	}
	if (now.Reopens != was.Reopens) != (e.Type == timesheets.EventReopened) {
		t.Errorf("%s: %d reopenings", what, now.Reopens)
	}
	for i, l := range now.Lines {
		before := was.Lines[i]
		touched := l.Status != before.Status
		decided := before.DecisionVersion
		if touched && l.Status == timesheets.LinePending {
			decided = 0
		} else if touched {
			decided = e.Version
		}
		if l.DecisionVersion != decided || (l.Version != before.Version) != touched ||
			!slices.Equal(l.Rounds, before.Rounds) || l.Number != before.Number {
			t.Errorf("%s: line %+v, before %+v", what, l, before)
		}
	}
}

func TestRejectionKeepsItsReason(t *testing.T) {
	t.Parallel()
	reason := domain.Text("Which app?")
	if _, e, err := submissionOf("pp").Reject(2, &reason, actor, minute(1)); err != nil || e.Reason != &reason ||
		e.LineID != submissionOf("").LineID(2) {
		t.Errorf("%+v, %v", e, err)
	}
}

// A round that was composed before a transition can no longer be completed.
func TestTransitionsEndRoundInProgress(t *testing.T) {
	t.Parallel()
	for name, move := range transitions {
		s := submissionOf("pp")
		if name == "reopen" {
			s = submissionOf("aa")
		}
		s.RoundInProgress, s.LastStartedRound = &timesheets.RoundInProgress{Round: 2, LeaseUntil: minute(9)}, 2
		got, _, err := move(s)
		if err != nil || got.RoundInProgress != nil || got.LastStartedRound != 2 || got.Round != 1 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
