package testkit

import (
	"sync"
	"testing"
)

// Race runs f(0) … f(n-1) in n goroutines and waits until all have finished. They
// start at the same moment, when all goroutines are ready. f may call t.Error but not
// t.Fatal, which only works in the test's goroutine. Until the end of the race every batch
// read is torn.
func Race(t testing.TB, n int, f func(i int)) {
	t.Helper()
	if n < 1 {
		t.Fatalf("testkit: a race of %d goroutines", n)
	}
	races.Add(1)
	defer races.Add(-1)
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
