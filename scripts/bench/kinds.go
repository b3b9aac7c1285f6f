package main

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
)

// kind is a kind of request that people send.
type kind struct {
	name string
	// send sends one request of a person, or several that belong together.
	send func(context.Context, *team, *person) error
	// prepare, unless nil, runs before the measurement.
	prepare func(context.Context, *team) error
	// alone lets only the owner send.
	alone bool
}

// baseline is the kind with which all others are compared.
const baseline = "engine: query of 50"

// batch is the kind that tracks entries as they were tracked before the measurement.
const batch = "batch of 100"

// kinds are all kinds, the baseline first. The summary of everyone's year is measured right
// after the entries were imported, and again when the worker has its running totals.
func kinds(p *processes) []kind {
	engine := baselineQuery{processes: p}
	everyonesYear := get("/api/reports/summary", with("group_by", "project"), days(365))
	ready := runningTotals{processes: p, ask: everyonesYear}
	return []kind{
		{name: baseline, prepare: engine.prepare, send: engine.send},
		{name: "summary of a year, everyone, after an import", alone: true, send: everyonesYear},
		{name: "log in", send: func(ctx context.Context, t *team, p *person) error { return t.signInOne(ctx, p) }},
		{name: "list 50", send: get("/api/entries", with("limit", "50"), own)},
		{name: "list of a week", send: get("/api/entries", with("limit", "200"), own, days(7))},
		{name: "suggestions", send: get("/api/tracker/suggestions")},
		{name: "suggestions, search", send: get("/api/tracker/suggestions", with("search", "part 7"))},
		{name: "start and stop", send: startAndStop},
		{name: "summary of a month, own", send: get("/api/reports/summary", with("group_by", "project"), own, days(30))},
		{name: "export of a month", send: get("/api/entries/export", own, days(30))},
		{name: "summary of a year, everyone, later", alone: true, prepare: ready.await, send: everyonesYear},
		{name: batch, send: func(ctx context.Context, t *team, p *person) error {
			return t.track(ctx, p, sampledata.BatchSize)
		}},
	}
}

// query is a part of a query string.
type query func(*person, url.Values)

// with sets a parameter.
func with(name, value string) query {
	return func(_ *person, q url.Values) { q.Set(name, value) }
}

// own restricts a list or report to the person's entries.
func own(p *person, q url.Values) { q.Set("user_id", p.ID) }

// days restricts a list or report to the last n days.
func days(n int) query {
	return func(_ *person, q url.Values) {
		today := time.Now().UTC().Truncate(24 * time.Hour)
		q.Set("from", today.AddDate(0, 0, -n).Format(time.RFC3339))
		q.Set("to", today.Format(time.RFC3339))
	}
}

func get(path string, parts ...query) func(context.Context, *team, *person) error {
	return func(ctx context.Context, t *team, p *person) error {
		q := url.Values{}
		for _, part := range parts {
			part(p, q)
		}
		return t.send(ctx, p, http.MethodGet, path+"?"+q.Encode(), nil)
	}
}

func startAndStop(ctx context.Context, t *team, p *person) error {
	work := p.timeline.SomeWork()
	timer, err := t.api.Send(ctx, apiclient.Call{Token: p.Token, Method: http.MethodPost, Path: "/api/timers/start",
		Body: object{
			"projectId": work.ProjectID, "description": p.timeline.SomeText(work),
		}})
	if err != nil {
		return err
	}
	return t.send(ctx, p, http.MethodPost, "/api/timers/"+apiclient.Text(timer, "id")+"/stop", nil)
}
