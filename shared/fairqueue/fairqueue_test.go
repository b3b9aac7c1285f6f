package fairqueue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func bySubject(item string) string { return strings.TrimRight(item, "0123456789") }

// items are so many items of a subject, in order.
func items(subject string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(subject, i))
	}
	return all
}

// However many items of a subject wait, and whether or not their turns end, the item of another is the second to begin.
func TestTheItemOfAnotherIsNext(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10, 1000} {
		for _, ends := range []bool{true, false} {
			q := New(append(items("troubled", n), "other"), 4, bySubject)
			var begun []string
			for len(begun) < 4 {
				item, _ := q.next()
				if begun = append(begun, item); ends {
					q.end(item, false)
				}
			}
			if want := []string{"troubled0", "other", "troubled1", "troubled2"}; !slices.Equal(begun, want) {
				t.Errorf("of %d items, where each turn ends: %v, begun %q, want %q", n, ends, begun, want)
			}
		}
	}
}

// Turns that begin and end at random go to the items that the rule names.
func TestTurnsFollowTheRule(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		var all []string
		for s := range 1 + random.IntN(6) {
			all = append(all, items(string(rune('a'+s)), 1+random.IntN(8))...)
		}
		most := 1 + random.IntN(3)
		q, m := New(all, most, bySubject), newModel(all, most)
		for len(m.waiting) > 0 || len(m.now) > 0 {
			want := m.choose()
			if isReady := len(q.ready) > 0; isReady != (want >= 0) {
				t.Fatalf("seed %d: an item may get a turn: %v, want %v", seed, isReady, want >= 0)
			}
			if want >= 0 && (len(m.now) == 0 || random.IntN(2) == 0) {
				if got, _ := q.next(); got != m.take(want) {
					t.Fatalf("seed %d: turn %d is of %s, want %s", seed, m.begun, got, m.now[len(m.now)-1])
				}
				continue
			}
			item, again := m.now[random.IntN(len(m.now))], m.begun < 100 && random.IntN(4) == 0
			q.end(item, again)
			m.end(item, again)
		}
		if _, ok := q.next(); ok {
			t.Errorf("seed %d: the queue has more items", seed)
		}
	}
}

// Run uses all slots, calls for each item, and again for one that asks for it.
func TestRunUsesItsSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var calls, now, most, again int
		New(append(items("a", 5), items("b", 5)...), 3, bySubject).Run(4, func(item string) bool {
			mu.Lock()
			now, calls = now+1, calls+1
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Second) // of the bubble
			mu.Lock()
			defer mu.Unlock()
			now--
			if item == "b0" {
				again++
			}
			return item == "b0" && again == 1
		})
		if calls != 11 || most != 4 {
			t.Errorf("%d calls, %d at a time; want 11 and 4", calls, most)
		}
	})
	New(nil, 1, bySubject).Run(4, func(item string) bool { t.Error(item); return false })
}
