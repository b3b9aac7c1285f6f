package testkit

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Turns lets several people use a service at the same time, in an order that a seed names: one of them goes on at a
// time, from one call of the database to the next. Make one with NewTurns.
type Turns struct {
	People []*Person

	random  *rand.Rand
	mu      sync.Mutex
	steps   int64
	changed chan struct{} // has room for one
}

// Person sends requests one after the other.
type Person struct {
	Number int        // from 0
	Random *rand.Rand // of their own, so that their choices do not depend on those of others

	turns   *Turns
	waiting []chan struct{} // for a turn; several while a request makes calls in parallel
	held    int             // turns that have not ended
	ended   bool
}

// NewTurns makes the turns of a seed for so many people.
func NewTurns(seed uint64, people int) *Turns {
	t := &Turns{random: rand.New(rand.NewPCG(seed, 0)), changed: make(chan struct{}, 1)}
	for n := range people {
		t.People = append(t.People, &Person{Number: n, Random: rand.New(rand.NewPCG(seed, uint64(n+1))), turns: t})
	}
	return t
}

// Run lets everyone do what they do, and ends when all have ended.
func (t *Turns) Run(does func(p *Person)) {
	var all sync.WaitGroup
	for _, p := range t.People {
		all.Go(func() {
			defer p.end()
			p.Begin()
			p.End()
			does(p)
		})
	}
	for t.next() {
	}
	all.Wait()
}

// Begin waits for a turn, and holds it until End.
func (p *Person) Begin() {
	turn := make(chan struct{})
	p.turns.change(func() { p.waiting = append(p.waiting, turn) })
	<-turn
}

// End ends a turn.
func (p *Person) End() { p.turns.change(func() { p.held-- }) }

// Pass ends a turn and waits for the next one.
func (p *Person) Pass() {
	p.End()
	p.Begin()
}

func (p *Person) end() { p.turns.change(func() { p.ended = true }) }

func (t *Turns) change(f func()) {
	t.mu.Lock()
	f()
	t.mu.Unlock()
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// patience is how long a person may take who waits for another one, and so neither waits for a turn nor ends.
const patience = 5 * time.Second

// next gives somebody a turn as soon as everybody waits for one. It is false when all have ended.
func (t *Turns) next() bool {
	for late := time.After(patience); !t.settled(); {
		select {
		case <-t.changed:
			continue
		case <-late:
		}
		break
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	ready := slices.DeleteFunc(slices.Clone(t.People), func(p *Person) bool { return len(p.waiting) == 0 })
	if len(ready) > 0 {
		p := ready[t.random.IntN(len(ready))]
		close(p.waiting[0])
		p.waiting = p.waiting[1:]
		p.held++
	}
	return slices.ContainsFunc(t.People, func(p *Person) bool { return !p.ended })
}

// settled reports whether everybody waits or has ended.
func (t *Turns) settled() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !slices.ContainsFunc(t.People, func(p *Person) bool { return p.held > 0 || len(p.waiting) == 0 && !p.ended })
}

// Step is the next moment: 1, 2, 3 and so on.
func (t *Turns) Step() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.steps++
	return t.steps
}
