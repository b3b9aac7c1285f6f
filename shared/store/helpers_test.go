package store

import (
	"context"
	"testing"
)

// contextCancelledBy is a context that ends when the event happens.
func contextCancelledBy(t *testing.T, event <-chan struct{}) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancel(t.Context())
	go func() {
		select {
		case <-event:
			cancel()
		case <-limited.Done():
		}
	}()
	return limited, cancel
}
