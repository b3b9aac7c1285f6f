package awsclient

import (
	"testing"
	"time"
)

func TestBackoffDoublesUpToTheCap(t *testing.T) {
	t.Parallel()
	r := Retries{Base: 40 * time.Millisecond, Cap: 100 * time.Millisecond}
	for attempt, bound := range map[int]time.Duration{
		1: 40 * time.Millisecond, 2: 80 * time.Millisecond, 3: 100 * time.Millisecond, 99: 100 * time.Millisecond,
	} {
		longest := time.Duration(0)
		for range 2000 {
			pause, err := r.backoff(attempt, nil)
			if err != nil || pause < 0 || pause > bound {
				t.Fatalf("attempt %d: pause %v, %v; want at most %v", attempt, pause, err, bound)
			}
			longest = max(longest, pause)
		}
		if longest < bound/2 {
			t.Errorf("attempt %d: never over %v in 2000 pauses; want up to %v", attempt, longest, bound)
		}
	}
}
