package pages

import (
	"context"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// errNoTimer refuses to stop a timer that does not run any more.
var errNoTimer = problem.Conflict(problem.TimerChanged, "The timer does not run any more.")

func (f *Family) timer(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	act, timer, err := f.findTimer(ctx, c.Request, token)
	if err != nil {
		return act.refusedTimerPage(c.Request, err)
	}
	return f.newTimerView(c.Request, act, timer, token, "").Page(act.reader(c.Request), nil), nil
}

// findTimer finds the running timer of a token. Errors: as findAct; errNoTimer when it does not run any more.
func (f *Family) findTimer(ctx context.Context, r *route.Request, token string) (mailedAct, timelog.Entry, error) {
	act, err := f.findAct(ctx, r, token, domain.ActStopTimer)
	if err != nil {
		return act, timelog.Entry{}, err
	}
	if timer := act.caller.Timer; timer != nil && timer.ID == act.TargetID {
		return act, *timer, nil
	}
	return act, timelog.Entry{}, errNoTimer
}

// refusedTimerPage says why the link does nothing.
func (a mailedAct) refusedTimerPage(r *route.Request, err error) (page.Page, error) {
	p := a.reader(r)
	if problem.Is(err, problem.CodeConflict) && a.caller.Workspace != nil {
		return view{From: string(a.caller.Workspace.Name), Heading: p.Text("timer.over_heading"),
			Lines: p.Lines("timer.over")}.Page(p, err), nil
	}
	return a.refusedActPage(r, err)
}

// localTime is how browsers send the value of an input of the type datetime-local.
const localTime = "2006-01-02T15:04"

// newTimerView shows a running timer with the form that stops it.
func (f *Family) newTimerView(r *route.Request, a mailedAct, timer timelog.Entry, token, stoppedAt string) view {
	p := a.reader(r)
	zone := a.caller.Workspace.Timezone
	forms := p.In(zone)
	v := view{
		From: string(a.caller.Workspace.Name), Heading: p.Text("timer.heading"), Lines: p.Lines("timer.intro"),
		Facts: []fact{
			{Name: p.Text("timer.since"), Value: forms.Moment(timer.StartedAt)},
			{Name: p.Text("timer.running"), Value: forms.Duration(timer.Seconds(r.Now))},
		},
		Form: newForm(f.basePath+timerPath, token, p.Text("timer.button"), field{
			Name: "stoppedAt", Label: p.Text("timer.stopped_at"), Hint: p.Text("timer.stopped_hint"), Type: "datetime-local",
			Autocomplete: "off", Value: stoppedAt, Optional: true,
			Min: inZone(timer.StartedAt, zone).Format(localTime), Max: inZone(r.Now, zone).Format(localTime),
		}),
		After: p.Lines("timer.after"),
	}
	if timer.Description != "" {
		v.Facts = slices.Insert(v.Facts, 0, fact{Name: p.Text("approval.description"),
			Value: domain.VisibleText(string(timer.Description))})
	}
	return v
}

func inZone(at domain.Instant, zone domain.Timezone) time.Time { return at.In(zone.Location()) }
