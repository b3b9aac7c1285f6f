package testkit

import (
	"strings"
	"sync"
	"testing"
)

// Race runs f(0) … f(n-1) in n goroutines and waits until all have finished. They
// start at the same moment, when all goroutines are ready. f may call t.Error but not
// t.Fatal, which only works in the test's goroutine. Until the end of the race every batch
// read of a table of the test is torn.
func Race(t testing.TB, n int, f func(i int)) {
	t.Helper()
	if n < 1 {
		t.Fatalf("testkit: a race of %d goroutines", n)
	}
	races.add(testOf(t), 1)
	defer races.add(testOf(t), -1)
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-start
			f(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// races are the numbers of Race that run, by test.
var races = raceCounter{running: map[string]int{}}

type raceCounter struct {
	mu      sync.Mutex
	running map[string]int
}

func (r *raceCounter) add(test string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[test] += n
}

// concern reports whether a race runs in the test that made a table. Other tests do not use it.
func (r *raceCounter) concern(table string) bool {
	made := copyOf(table)
	if made == nil {
		return true // it is not known whose it is
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.running[made.test] > 0
}

// testOf is the name of a test without those of its parts.
func testOf(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}
