package pages

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type stopTimerInput struct {
	Form struct {
		Token     wire.Optional[string] `form:"token"`     // from the mail
		StoppedAt wire.Optional[string] `form:"stoppedAt"` // in the zone of the workspace; now, if it is empty
	}
}

// stopTimer stops the timer of the mail. A timer stops once, so a second click finds none.
func (f *Family) stopTimer(ctx context.Context, c *route.Call[stopTimerInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := actToken(c.Request, in.Form.Token, issues)
	act, timer, err := f.findTimer(ctx, c.Request, token)
	if problem.Is(err, problem.CodeNotFound) {
		return act.refusedForm(c.Request, issues, err)
	}
	if err != nil {
		return act.refusedTimerPage(c.Request, err)
	}
	p, zone := act.reader(c.Request), act.caller.Workspace.Timezone
	at, ok := stopTime(in.Form.StoppedAt.Value, timer, c.Now, zone.Location())
	if !ok {
		issues.Add("stoppedAt", problem.DateTimeInvalid)
	}
	body := tracking.EditBody{StoppedAt: wire.Change[domain.Instant]{Value: at, Set: true}}
	stopped, err := tracking.WriteRow(c.ActAs(ctx, act.caller), f.acts, c.Request, tracking.ChangeOf(timer, body), issues)
	switch {
	case problem.Is(err, problem.CodeValidation):
		again := f.newTimerView(c.Request, act, timer, token, in.Form.StoppedAt.Value)
		markErrors(again.Form, p, err)
		return again.Page(p, err), nil
	case problem.Is(err, problem.CodeConflict): // another request stopped or changed it
		return act.refusedTimerPage(c.Request, err)
	case err != nil:
		return page.Page{}, err
	}
	return view{From: string(act.caller.Workspace.Name), Heading: p.Text("timer.done_heading"),
		Lines: p.Lines("timer.done", "hours", p.In(zone).Duration(stopped.DurationSeconds))}.Page(p, nil), nil
}

// stopTime reads the time at which a timer is to stop. Browsers send minutes, so the minute of the start is the start.
// Of a time that comes twice, the first moment counts that is not before the start. ok is false for a text that is no
// time, and for a time that a change of the clocks leaves out.
func stopTime(sent string, timer timelog.Entry, now domain.Instant, zone *time.Location) (at domain.Instant, ok bool) {
	if sent == "" {
		return now, true
	}
	shown, err := time.Parse(localTime, sent)
	if err != nil {
		return at, false
	}
	for _, moment := range domain.LocalMoments(shown, zone) {
		at, ok = domain.InstantOf(moment), true
		if timer.StartedAt.Before(moment.Add(time.Minute)) {
			return domain.Later(at, timer.StartedAt), true
		}
	}
	return at, ok
}
