package store

import (
	"context"
	"errors"

	"stint/shared/problem"
)

// turns lets one request of this process after the other do what is too much to be done
// side by side. Those that wait get their turn in the order in which they came.
type turns chan struct{}

func newTurns() turns { return make(turns, 1) }

var errNoTurn = errors.New("store: other large timesheets are being submitted")

// wait waits for a turn. The caller must release it. Errors: service_unavailable if the
// context ends first.
func (t turns) wait(ctx context.Context) (release func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, problem.Unavailable(errNoTurn)
	}
}
