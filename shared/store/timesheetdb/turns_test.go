package timesheetdb

import (
	"context"
	"errors"
	"testing"

	"stint/shared/problem"
)

// One has the turn at a time. Who waits longer than their context lasts gets none, and
// does not keep others from it.
func TestTurns(t *testing.T) {
	t.Parallel()
	line := newTurns()
	release, err := line.wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := line.wait(ended); !problem.Is(err, problem.CodeServiceUnavailable) || !errors.Is(err, errNoTurn) {
		t.Errorf("a second one while the first goes on: %v", err)
	}
	next := make(chan func())
	go func() {
		release, err := line.wait(t.Context())
		if err != nil {
			t.Error(err)
		}
		next <- release
	}()
	select {
	case <-next:
		t.Error("two have the turn")
	default:
	}
	release()
	(<-next)()
}
