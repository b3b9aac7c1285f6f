package pages

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/timesheetdb"
	"stint/shared/wire"
)

type decideTimesheetInput struct {
	Form struct {
		Token    wire.Optional[string]      `form:"token"` // from the mail
		Decision string                     `form:"decision" enum:"approve,reject"`
		Reason   wire.Optional[domain.Text] `form:"reason" bounds:"reason"` // of a rejection
		Chosen   wire.Optional[bool]        `form:"chosen"`                 // whether the form lists lines to choose
		// the numbers of the lines to reject; the others are approved
		Line wire.Optional[[]int] `form:"line"`
	}
}

// decideTimesheet approves or rejects the lines that wait for the person who was mailed, once.
func (f *Family) decideTimesheet(ctx context.Context, c *route.Call[decideTimesheetInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	found, err := f.findTimesheet(ctx, c.Request, token, domain.ActDecideTimesheet)
	if err != nil {
		return found.refusedForm(c.Request, issues, err)
	}
	in.checkLines(found, issues)
	if err = issues.Err(); err == nil {
		err = f.decideOnce(c.ActAs(ctx, found.caller), c.Now, &found, in)
	}
	switch {
	case problem.Is(err, problem.CodeValidation):
		if failed := f.readEntries(ctx, &found); failed != nil {
			return page.Page{}, failed
		}
		return found.showAgain(c.Request, f.basePath, token, in, err), nil
	case problem.Is(err, problem.CodeConflict) && errors.Is(err, errActEnded):
		return found.refusedActPage(c.Request, err)
	case err != nil && !problem.Is(err, problem.CodeConflict):
		return page.Page{}, err
	}
	return found.showDecided(c.Request, err), nil
}

// checkLines checks the chosen lines of a rejection.
func (in decideTimesheetInput) checkLines(t mailedTimesheet, issues *wire.Issues) {
	if in.Form.Decision != "reject" || !issues.IsClean("line") {
		return
	}
	n := len(in.Form.Line.Value)
	if n == 0 && !in.Form.Chosen.Value {
		n = len(t.LinesFor())
	}
	switch {
	case t.stateError() == nil && !in.linesWait(t):
		issues.AddMessage("line", problem.EnumInvalid, lineWaitsNot)
	case n == 0 && t.stateError() == nil:
		issues.Add("line", problem.Required)
	case n > timesheets.MaxRejectedAtOnce:
		issues.Add("line", problem.MaxItems)
	}
}

const lineWaitsNot = "must be a line that waits for a decision"

// linesWait reports whether all chosen lines wait for the person. Otherwise the page that they saw is an old one.
func (in decideTimesheetInput) linesWait(t mailedTimesheet) bool {
	waiting := map[int]bool{}
	for _, l := range t.LinesFor() {
		waiting[l.Number] = true
	}
	return !slices.ContainsFunc(in.Form.Line.Value, func(n int) bool { return !waiting[n] })
}

// decisionPolicy says how often a decision is repeated after another request changed the timesheet.
var decisionPolicy = retry.Policy{Tries: 20, Min: 25 * time.Millisecond, Max: 25 * time.Millisecond}

// decideOnce writes the decision, and marks the token as used in the same transaction. After another change of the
// timesheet it reads it again. Then t is the timesheet as it is. Errors: errNothingWaits, errActEnded,
// peopledb.ErrActDone.
func (f *Family) decideOnce(ctx context.Context, now domain.Instant, t *mailedTimesheet,
	in decideTimesheetInput) error {
	changed := false
	return retry.Do(ctx, decisionPolicy, func() (again bool, err error) {
		if changed {
			if err := f.readTimesheet(ctx, t); err != nil {
				return false, err
			}
		}
		err = f.tryToDecide(ctx, now, t, in)
		changed = errors.Is(err, timesheetdb.ErrSubmissionChanged)
		return changed, err
	})
}

func (f *Family) tryToDecide(ctx context.Context, now domain.Instant, t *mailedTimesheet,
	in decideTimesheetInput) error {
	if err := t.stateError(); err != nil {
		return err
	}
	if !in.linesWait(*t) {
		return problem.Invalid(problem.Field{Field: "line", Code: problem.EnumInvalid, Message: lineWaitsNot})
	}
	was := t.Submission.Submission
	steps, err := was.Decide(func(l timesheets.LineState) bool {
		return was.MayDecide(l, t.To.ID, t.Role, t.Managed)
	}, in.rejects, in.reason(), timesheets.ActorOf(t.To), now)
	if err != nil {
		return err
	}
	done := t.Use(now)
	if err = f.acts.DecideByMail(ctx, was, steps, done); err != nil {
		return err
	}
	t.Submission.Submission, t.MailedAct = steps[len(steps)-1].Now, done
	for _, step := range steps {
		t.Submission.Events[step.Event.Version] = step.Event
	}
	return nil
}

// rejects reports whether the decision rejects a line: a chosen one, or every one where the form listed none.
func (in decideTimesheetInput) rejects(l timesheets.LineState) bool {
	if in.Form.Decision != "reject" {
		return false
	}
	chosen := in.Form.Line.Value
	return len(chosen) == 0 && !in.Form.Chosen.Value || slices.Contains(chosen, l.Number)
}

// reason is that of a rejection; nil for none, and for one that shows nothing.
func (in decideTimesheetInput) reason() *domain.Text {
	if strings.TrimSpace(string(in.Form.Reason.Value)) == "" {
		return nil
	}
	return &in.Form.Reason.Value
}
