package submissions_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"stint/functions/apitest"
)

const (
	modelSeeds = 12
	modelSteps = 160
)

// TestAgainstModel lets several people do random things to their time and to
// each other's timesheets, compares every answer and everything in the table
// with the model, and checks what is always true after every step. A seed alone
// repeats its whole run.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	seen, mu := map[string]int{}, new(sync.Mutex)
	t.Cleanup(func() {
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			t.Logf("%s: %d", name, seen[name])
		}
		for _, want := range []string{
			"submit 200", "submit 409", "resubmit 200", "resubmit 409", "withdraw 200", "withdraw 409", "reopen 200", "reopen 409", "reopen 403",
			"approve-all 200", "approve-all 409", "approve-all 403", "approve 200", "approve 409", "approve 403", "approve 404", "reject 200", "reject 409",
			"edit 200", "edit 409", "delete 200", "delete 409", "bulk 200", "bulk 422", "create 200", "start 200", "stop 200",
		} {
			if seen[want] == 0 {
				t.Errorf("never seen: %s", want)
			}
		}
	})
	for seed := range uint64(modelSeeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPlay(t, seed)
			for step := range modelSteps {
				p.step()
				p.compare(fmt.Sprintf("seed %d, step %d", seed, step), step%50 == 49)
			}
			mu.Lock()
			defer mu.Unlock()
			for name, n := range p.seen {
				seen[name] += n
			}
		})
	}
}

// play is one run: the service and the model side by side.
type play struct {
	*rand.Rand
	t        *testing.T
	team     *team
	model    *model
	people   map[string]*apitest.Person
	names    map[string]string // by user id
	projects map[string]string // by name
	serial   int
	freed    []string // ids of entries that were deleted
	seen     map[string]int
	last     string // what was done last
}

func newPlay(t *testing.T, seed uint64) *play {
	m := newTeam(t)
	p := &play{
		Rand: rand.New(rand.NewPCG(seed, 67)), t: t, team: m, seen: map[string]int{},
		model:    &model{entries: map[string]*modelEntry{}, timers: map[string]*modelEntry{}},
		people:   map[string]*apitest.Person{"owner": m.owner, "mia": m.manager, "will": m.worker, "uma": m.other},
		projects: map[string]string{"site": m.site, "app": m.app}, names: map[string]string{},
	}
	for name, person := range p.people {
		p.names[person.ID] = name
	}
	return p
}

// step does one thing. What is done to sheets outweighs, or most would stay as
// they were submitted.
func (p *play) step() {
	who := pick(p, []string{"will", "will", "uma", "mia", "owner"})
	switch n := p.IntN(100); {
	case n < 14:
		p.create(who)
	case n < 24:
		p.edit(who)
	case n < 28:
		p.remove(who)
	case n < 34:
		p.bulk(who)
	case n < 38:
		p.timer(who)
	case n < 40:
		p.round()
	case n < 54:
		p.submit(who)
	case n < 79:
		p.decide(pick(p, []string{"owner", "owner", "mia", "mia", who}))
	default:
		p.move(who)
	}
}

func pick[T any](p *play, from []T) T { return from[p.IntN(len(from))] }
