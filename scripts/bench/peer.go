package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"stint/scripts/bench/peers"
	"stint/scripts/internal/sampledata"
)

// peer is another service that is measured beside the home server, with people who track the same entries.
type peer struct {
	*peers.Running
	name    string
	crew    *team // without an api
	process *process.Process
}

// newPeer signs people in to a peer that runs.
func newPeer(ctx context.Context, name string, r *peers.Running, people int) (b *peer, err error) {
	b = &peer{Running: r, name: name, crew: newCrew(people)}
	if b.process, err = process.NewProcess(int32(r.Command.Process.Pid)); err != nil {
		return nil, err
	}
	return b, b.crew.each(ctx, func(ctx context.Context, p *person) (err error) {
		p.Token, err = b.SignIn(ctx, b.API, slices.Index(b.crew.people, p))
		return err
	})
}

// newCrew are people without an account, and work that has names in the place of ids.
func newCrew(people int) *team {
	t := &team{sample: sampledata.Sized(people, clientsOfTeam)}
	for i, c := range t.sample.Clients {
		t.sample.Work = append(t.sample.Work, sampledata.Work{ProjectID: fmt.Sprint("project-", i),
			Texts: c.Projects[0].Texts})
	}
	t.addPeople()
	return t
}

// grow lets every person track entries until they have so many.
func (b *peer) grow(ctx context.Context, size int) error {
	return b.crew.each(ctx, func(ctx context.Context, p *person) (err error) {
		for err == nil && p.entries < size {
			err = b.track(ctx, p, min(sampledata.BatchSize, size-p.entries))
		}
		return err
	})
}

// track tracks entries before the person's earliest one.
func (b *peer) track(ctx context.Context, p *person, n int) error {
	var all []peers.Entry
	for _, made := range p.timeline.Entries(n) {
		e, err := entryOf(made)
		if err != nil {
			return err
		}
		all = append(all, e)
	}
	p.entries += n
	return b.Track(ctx, b.session(p), all)
}

// entryOf is an entry of a timeline.
func entryOf(made object) (peers.Entry, error) {
	text := func(name string) string {
		s, _ := made[name].(string)
		return s
	}
	from, err1 := time.Parse(time.RFC3339, text("startedAt"))
	to, err2 := time.Parse(time.RFC3339, text("stoppedAt"))
	return peers.Entry{Start: from, Stop: to, Text: text("description"), Project: text("projectId")}, cmp.Or(err1, err2)
}

func (b *peer) session(p *person) peers.Session { return peers.Session{API: b.API, Token: p.Token} }

// kind is what the peer has in the place of a kind of request; ok is false if it has nothing.
func (b *peer) kind(of kind) (k kind, ok bool) {
	k = kind{name: of.name, alone: of.alone}
	if of.name == batch {
		k.send = func(ctx context.Context, _ *team, p *person) error { return b.track(ctx, p, sampledata.BatchSize) }
		return k, true
	}
	request, ok := b.Requests()[of.name]
	k.send = func(ctx context.Context, _ *team, p *person) error {
		work := p.timeline.SomeWork()
		return request(ctx, b.session(p), peers.Entry{Text: p.timeline.SomeText(work), Project: work.ProjectID})
	}
	return k, ok
}

// measure measures what the peer has in the place of a kind.
func (b *peer) measure(ctx context.Context, span time.Duration, of kind) (m measurement, ok bool, err error) {
	k, ok := b.kind(of)
	if !ok {
		return m, false, nil
	}
	m.kind = k.name
	before, err := processorTime(b.process)
	if err != nil {
		return m, true, err
	}
	began := time.Now()
	m.times, err = b.crew.sendUntil(ctx, began.Add(span), k)
	m.span = time.Since(began)
	if err != nil {
		return m, true, err
	}
	after, err := processorTime(b.process)
	m.service = after - before
	return m, true, err
}
