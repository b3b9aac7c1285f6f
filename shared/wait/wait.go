// Package wait waits, as long as somebody waits for what comes of it.
package wait

import (
	"context"
	"time"
)

// For waits so long. It ends early, with the context's error, when that ends.
func For(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
