package submissions_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const modelSteps = 160

// TestSubmissionsAgainstModel lets several people do random things to their time and to
// each other's timesheets, compares every answer and everything in the table
// with the model, and checks what is always true after every step. A seed alone
// repeats its whole run.
func TestSubmissionsAgainstModel(t *testing.T) {
	t.Parallel()
	seen, mu := map[string]int{}, new(sync.Mutex)
	t.Cleanup(func() {
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			t.Logf("%s: %d", name, seen[name])
		}
		for _, want := range []string{
			"submit 200", "submit 409", "resubmit 200", "resubmit 409", "withdraw 200", "withdraw 409", "reopen 200",
			"reopen 409", "reopen 403", "approve-all 200", "approve-all 409", "approve-all 403", "approve 200", "approve 409",
			"approve 403", "approve 404", "reject 200", "reject 409", "edit 200", "edit 409", "delete 200", "delete 409",
			"bulk 200", "bulk 422", "create 200", "start 200", "stop 200",
		} {
			if seen[want] == 0 {
				t.Errorf("never seen: %s", want)
			}
		}
	})
	for seed := range uint64(testkit.Size(5, 24)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newModelRun(t, seed)
			for step := range modelSteps {
				p.step()
				p.compare(fmt.Sprintf("seed %d, step %d", seed, step), step%50 == 49)
			}
			mu.Lock()
			defer mu.Unlock()
			for name, n := range p.counts {
				seen[name] += n
			}
		})
	}
}

// modelRun is one run: the service and the model side by side.
type modelRun struct {
	*rand.Rand
	t          *testing.T
	team       *team
	model      *model
	users      map[string]*apitest.User
	names      map[string]string // by user id
	projects   map[string]string // by name
	serial     int
	deletedIDs []string // ids of entries that were deleted
	counts     map[string]int
	lastStep   string // what was done last
}

func newModelRun(t *testing.T, seed uint64) *modelRun {
	m := newTeam(t)
	p := &modelRun{
		Rand: rand.New(rand.NewPCG(seed, 67)), t: t, team: m, counts: map[string]int{},
		model:    &model{entries: map[string]*modelEntry{}, timers: map[string]*modelEntry{}},
		users:    map[string]*apitest.User{"owner": m.owner, "mia": m.manager, "will": m.submitter, "uma": m.other},
		projects: map[string]string{"site": m.site, "app": m.app}, names: map[string]string{},
	}
	for name, user := range p.users {
		p.names[user.ID] = name
	}
	return p
}

// step does one thing. What is done to sheets outweighs, or most would stay as
// they were submitted.
func (p *modelRun) step() {
	user := pick(p, []string{"will", "will", "uma", "mia", "owner"})
	switch n := p.IntN(100); {
	case n < 14:
		p.create(user)
	case n < 24:
		p.edit(user)
	case n < 28:
		p.remove(user)
	case n < 34:
		p.bulk(user)
	case n < 38:
		p.timer(user)
	case n < 40:
		p.changeRounding()
	case n < 54:
		p.submit(user)
	case n < 79:
		p.decide(pick(p, []string{"owner", "owner", "mia", "mia", user}))
	default:
		p.transition(user)
	}
}

func pick[T any](p *modelRun, from []T) T { return from[p.IntN(len(from))] }
