package main

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
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
var evenly = sampledata.Rhythm{Entries: [2]int{12, 13}, Start: [2]int{480, 481}, Minutes: [2]int{20, 21}, Pause: [2]int{5, 6}}

// newTeam makes the people, and the clients with their projects.
func newTeam(ctx context.Context, address string, people int) (*team, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = people
	t := &team{api: &apiclient.Client{Address: address, HTTP: &http.Client{Transport: transport}}, sample: sampledata.Sized(people, clientsOfTeam)}
	m := t.maker(ctx)
	m.Make()
	for i, p := range t.sample.People {
		t.people = append(t.people, &person{Person: p, timeline: sampledata.NewTimeline(t.sample, evenly, time.Now().UTC(), uint64(i))})
	}
	return t, m.Err
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
	return t.exchange(ctx, p, http.MethodPost, "/api/entries:bulk", object{"items": p.timeline.Entries(n)})
}

// exchange sends a request as a person, without a look at the body of the answer.
func (t *team) exchange(ctx context.Context, p *person, method, path string, body any) error {
	_, err := t.api.Exchange(ctx, apiclient.Call{Token: p.Token, Method: method, Path: path, Body: body})
	return err
}
