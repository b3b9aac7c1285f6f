package integrators_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/dynamo"
)

// A program follows a workspace in which three others write and delete at the same time. It
// reads pages of any size, while requests run, and from an index that lags behind the table.
// It ends with the same rows as the lists.
func TestFollowersEndWithTheSameRows(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	writers := []*writer{
		newWriter(programOf(t, owner, "full"), 1), newWriter(programOf(t, owner.AddMember("amir", "admin"), "full"), 2),
		newWriter(programOf(t, owner.AddMember("bob", "user"), "time"), 3),
	}
	follower, random := programOf(t, owner, "read"), rand.New(rand.NewPCG(4, 0))
	m := apitest.NewMirror(t, follower.get)
	for round := range 150 {
		api.Clock.Advance(time.Duration(random.IntN(4_000)) * time.Millisecond)
		api.Probe.Reset()
		api.Probe.Inject(testkit.Fault{Where: testkit.OnIndexes(dynamo.IndexChange), Times: random.IntN(3),
			Skip: random.IntN(2), Effect: testkit.EmptyIndex})
		var running sync.WaitGroup
		for i, w := range writers {
			running.Go(func() {
				if i < 2 {
					w.manage()
				}
				w.track()
			})
		}
		if random.IntN(3) == 0 {
			m.Poll(t, 1+random.IntN(40))
		}
		running.Wait()
		if round%50 == 49 {
			api.Probe.Reset()
			api.Clock.Advance(15 * time.Second)
			m.Poll(t, 200)
			m.Compare(t, "a while")
		}
	}
	for _, w := range writers {
		for _, failed := range w.failed {
			t.Error(failed)
		}
	}
	if len(writers[0].ids) < 5 || len(writers[2].ids) < 3 {
		t.Errorf("the writers made only %v and %v", writers[0].ids, writers[2].ids)
	}
}
