package main

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/internal/apiclient"
	"stint/scripts/internal/homedata"
	"stint/scripts/internal/sampledata"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/dynamo"
	"stint/shared/store"
	"stint/shared/store/moneydb"
)

type object = apiclient.Object

// clientsOfTeam is the number of clients of the workspace. Each has one project.
const clientsOfTeam = 16

// team is the workspace with its people. The first is the owner.
type team struct {
	api    *apiclient.Client
	sample *sampledata.Team
	people []*person
}

// person is a member. One goroutine at a time acts as them.
type person struct {
	*sampledata.Person
	timeline *sampledata.Timeline
	entries  int // that they have tracked
}

// evenly is the rhythm of everyone: twelve entries of 20 minutes on every day.
var evenly = sampledata.Rhythm{Entries: [2]int{12, 13}, Start: [2]int{480, 481}, Minutes: [2]int{20, 21},
	Pause: [2]int{5, 6}}

// newTeam makes the people, and the clients with their projects.
func newTeam(ctx context.Context, address string, people int) (*team, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = people
	t := &team{api: &apiclient.Client{Address: address, HTTP: &http.Client{Transport: transport}},
		sample: sampledata.Sized(people, clientsOfTeam)}
	m := t.maker(ctx)
	m.Make()
	t.addPeople()
	return t, m.Err
}

// addPeople makes the people of the sample track time.
func (t *team) addPeople() {
	for i, p := range t.sample.People {
		t.people = append(t.people, &person{Person: p, timeline: sampledata.NewTimeline(t.sample, evenly, time.Now().UTC(),
			uint64(i))})
	}
}

func (t *team) maker(ctx context.Context) *sampledata.Maker {
	return sampledata.New(ctx, t.api, t.sample)
}

// each lets every person act in parallel, until one fails.
func (t *team) each(ctx context.Context, act func(context.Context, *person) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range t.people {
		group.Go(func() error { return act(ctx, p) })
	}
	return group.Wait()
}

// signIn gives everyone a new access token. One token lives as long as the longest part
// of a run.
func (t *team) signIn(ctx context.Context) error {
	return t.each(ctx, t.signInOne)
}

func (t *team) signInOne(ctx context.Context, p *person) error {
	m := t.maker(ctx)
	m.SignIn(p.Person)
	return m.Err
}

// grow lets every person track entries until they have so many.
func (t *team) grow(ctx context.Context, size int) error {
	return t.each(ctx, func(ctx context.Context, p *person) error {
		for p.entries < size {
			if p.entries%2000 == 0 {
				if err := t.signInOne(ctx, p); err != nil {
					return err
				}
			}
			if err := t.track(ctx, p, min(sampledata.BatchSize, size-p.entries)); err != nil {
				return err
			}
		}
		return nil
	})
}

// track creates a batch of entries before the person's earliest one.
func (t *team) track(ctx context.Context, p *person, n int) error {
	p.entries += n
	return t.send(ctx, p, http.MethodPost, "/api/entries:bulk", object{"items": p.timeline.Entries(n)})
}

// send sends a request as a person, without a look at the body of the answer.
func (t *team) send(ctx context.Context, p *person, method, path string, body any) error {
	_, err := t.api.DoOK(ctx, apiclient.Call{Token: p.Token, Method: method, Path: path, Body: body})
	return err
}

// runningTotals are those from which long summaries are made. The worker of the home server
// builds them.
type runningTotals struct {
	processes *processes
	ask       func(context.Context, *team, *person) error // a request that needs them
}

// totalsWait bounds how long the worker may take.
const totalsWait = 10 * time.Minute

// await lets the worker bring the totals up to date, and waits until it has. Where the
// entries are too few for totals, there is nothing to wait for.
func (r runningTotals) await(ctx context.Context, t *team) error {
	ctx, cancel := context.WithTimeout(ctx, totalsWait)
	defer cancel()
	records, err := r.openStore(ctx)
	if err == nil {
		err = r.ask(ctx, t, t.people[0])
	}
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for err == nil {
		var state reports.TotalsState
		state, err = records.TotalsState(ctx, domain.ID(t.sample.ID), moneydb.TotalsOfReports)
		if err != nil || state.QueuedAt.IsZero() {
			break
		}
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-ticker.C:
		}
	}
	return err
}

// openStore opens the store of the home server, without secrets, which totals do not need.
func (r runningTotals) openStore(ctx context.Context) (*store.Store, error) {
	address, err := r.processes.engineAddress()
	if err != nil {
		return nil, err
	}
	db, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: address})
	if err != nil {
		return nil, err
	}
	return store.New(db, homedata.Table, nil, time.Now), nil
}
