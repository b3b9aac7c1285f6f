package wait_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stint/shared/wait"
)

func TestForEndsWithItsContext(t *testing.T) {
	t.Parallel()
	if err := wait.For(t.Context(), time.Millisecond); err != nil {
		t.Errorf("error %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := wait.For(ended, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
