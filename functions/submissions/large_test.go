package submissions_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/testkit"
)

// large is how many entries the makers of large submissions have here: two
// chunks of claims.
const large = 102

// dieAfter lets so many writes through; whoever makes the next one never comes
// back.
func (s *scene) dieAfter(t *testing.T, writes int) {
	t.Helper()
	s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, Skip: writes, Times: testkit.Always, WholeCall: true})
}

// many is the scene with a large number of entries, 2 lines of them.
func many(h *apitest.House) *scene {
	s := set(h, 60)
	s.more(large - 60)
	s.entries = ids(s.p)
	return s
}

// more makes so many entries more.
func (s *scene) more(n int) {
	var items []object
	for i := range n {
		items = append(items, object{
			"id": fmt.Sprintf("0197f5a0-0000-7000-9000-%012d", i), "startedAt": fmt.Sprintf("2026-06-%02dT11:00:00Z", 8+i%7), "stoppedAt": "2026-06-14T12:00:00Z",
		})
	}
	for part := range slices.Chunk(items, 100) {
		s.p.Post("/api/entries:bulk", object{"items": part}).OK()
	}
}

func ids(p *apitest.Person) (all []string) {
	for _, e := range p.Get("/api/entries?limit=200").Items() {
		all = append(all, e["id"].(string))
	}
	return all
}

// rejected is the scene with everything in a submission that was rejected.
func (s *scene) rejected() *scene {
	s.submitted()
	for _, l := range s.p.Get(all + "/" + s.id).OK()["lines"].([]any) {
		s.p.Post(linePath(l.(object))+"/reject", nil).OK()
	}
	return s
}

// request submits, or resubmits what was rejected.
func (s *scene) request() *apitest.Answer {
	if s.id != "" {
		return s.p.Post(all+"/"+s.id+"/resubmit", nil)
	}
	return s.p.Post(all, week)
}

// claimed picks an entry that a round in the making has claimed; "" is none.
func (l *ledger) claimed() string {
	for _, e := range l.entries {
		if e.Stamp != nil {
			if s := l.heads[e.Stamp.SubmissionID]; s.Building != nil && s.Building.Round == e.Stamp.Round {
				return string(e.ID)
			}
		}
	}
	return ""
}

func (l *ledger) making() (n int) {
	for _, s := range l.heads {
		if s.Building != nil {
			n++
		}
	}
	return n
}

// locked is how many entries are.
func (l *ledger) locked() (n int) {
	for _, e := range l.entries {
		if l.lockOf(e) != "" {
			n++
		}
	}
	return n
}

const wanted = "the entries are wanted"

// afterwards is what happens once the maker of a submission has died.
var afterwards = map[string]func(t *testing.T, s *scene){
	wanted: func(t *testing.T, s *scene) {
		entry := always(t, s.p.House).claimed()
		if entry == "" {
			return
		}
		bulk := object{"items": []object{{"id": entry, "description": "mine"}}}
		s.p.Clock.Advance(domain.BuildLease - time.Second)
		s.p.Patch("/api/entries/"+entry, object{"description": "mine"}).Problem(409, "conflict")
		s.p.Delete("/api/entries/"+entry).Problem(409, "conflict")
		s.p.Post("/api/entries:bulk", bulk).Problem(409, "conflict")
		expect(t, "claimed", s.p.Patch("/api/entries/"+entry, nil).OK(), object{"is_locked": false, "version": 1})
		s.p.Clock.Advance(time.Second)
		if s.id == "" {
			expect(t, "taken back", s.p.Patch("/api/entries/"+entry, object{"description": "mine"}).OK(), object{"is_locked": false, "version": 2})
		} else {
			expect(t, "taken back by a batch", s.p.Post("/api/entries:bulk", bulk).Items()[0], object{"is_locked": false, "version": 2})
		}
		if n := always(t, s.p.House).making(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"the worker comes": func(t *testing.T, s *scene) {
		s.p.Clock.Advance(domain.BuildLease + time.Second)
		s.p.Deliver()
		s.p.Clock.Advance(domain.BuildLease)
		s.p.Deliver()
		if n := always(t, s.p.House).making(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"they try again at once": func(*testing.T, *scene) {},
}

// Wherever the maker of a large submission dies, nobody sees half of one,
// nothing of it is locked, its entries are free after the lease at the latest,
// and the next try succeeds. There are four writes: the beginning, two chunks
// of claims, and the one that makes it count.
func TestMakersDie(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		for writes := range 4 {
			for after, then := range afterwards {
				if after != wanted && writes%2 == 0 {
					continue // as far as they go, it is the same as one write later
				}
				t.Run(fmt.Sprintf("%s, again %t, after %d writes", after, again, writes), func(t *testing.T) {
					t.Parallel()
					died(t, then, again, writes, after == wanted && writes > 0 && again)
				})
			}
		}
	}
}

// Who dies after the last write has submitted, heard of it or not.
func TestMakersDieAfterAll(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		s := many(apitest.New(t))
		if again {
			s.rejected()
		}
		s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: last, WholeCall: true})
		s.dieAfter(t, 4)
		s.request().Problem(503, "service_unavailable")
		s.p.Probe.Reset()
		s.p.Clock.Advance(5 * time.Minute)
		s.p.Deliver()
		if l := always(t, s.p.House); l.locked() != large || l.making() != 0 {
			t.Errorf("again %t: %d entries are locked", again, l.locked())
		}
		s.request().Problem(409, "conflict")
	}
}

// died lets a maker die before a write, or after it without having heard of it.
func died(t *testing.T, then func(t *testing.T, s *scene), again bool, writes int, lost bool) {
	s := many(apitest.New(t))
	if again {
		s.rejected()
	}
	before := always(t, s.p.House)
	if lost {
		s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: testkit.Writes, Skip: writes - 1, WholeCall: true})
	}
	s.dieAfter(t, writes)
	answer := s.request()
	s.p.Probe.Reset()
	answer.Problem(503, "service_unavailable")
	if l := always(t, s.p.House); l.locked() != 0 || len(s.p.Get(all).Items()) != len(before.heads) {
		t.Fatalf("%d entries are locked by who died", l.locked())
	}
	then(t, s)
	made := s.request().OK()
	if l := always(t, s.p.House); l.locked() != len(s.entries) || l.making() != 0 || len(l.heads) != 1 {
		t.Errorf("%d of %d entries are locked, %d rounds in the making, %d submissions", l.locked(), len(s.entries), l.making(), len(l.heads))
	}
	want := []string{"submitted"}
	if again {
		want = append(want, "line_rejected", "line_rejected", "resubmitted")
	}
	if got := history(s.p, made["id"].(string)); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
}
