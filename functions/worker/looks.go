package worker

import (
	"context"
	"errors"
	"time"
)

// looksTurn is how long one run of the worker begins looks of one kind.
const looksTurn = 20 * time.Second

// lookAtDue looks at what is due, one after the other, each for a bounded time. What fails is delayed, so the others
// are not late because of it.
func lookAtDue[W any](ctx context.Context, due func(context.Context) ([]W, error), most time.Duration,
	look, delay func(context.Context, W) error) error {
	turn, cancel := context.WithTimeout(ctx, looksTurn)
	defer cancel()
	all, err := due(turn)
	for _, watch := range all {
		if turn.Err() != nil {
			break
		}
		bounded, end := context.WithTimeout(ctx, most)
		failed := look(bounded, watch)
		if end(); failed != nil {
			err = errors.Join(err, failed, delay(ctx, watch))
		}
	}
	return err
}
