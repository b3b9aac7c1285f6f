package retry_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stint/shared/retry"
)

var errFailed = errors.New("failed")

func TestDoStopsWhenAnotherTryWouldNotHelp(t *testing.T) {
	t.Parallel()
	tries := 0
	err := retry.Do(t.Context(), retry.Policy{Tries: 5}, func() (bool, error) {
		tries++
		return tries < 3, errFailed
	})
	if tries != 3 || !errors.Is(err, errFailed) {
		t.Errorf("%d tries, error %v", tries, err)
	}
}

func TestDoReturnsTheLastErrorWhenTheTriesAreUsedUp(t *testing.T) {
	t.Parallel()
	tries := 0
	err := retry.Do(t.Context(), retry.Policy{Tries: 4, Min: time.Microsecond, Max: time.Microsecond},
		func() (bool, error) {
			tries++
			return true, errFailed
		})
	if tries != 4 || !errors.Is(err, errFailed) {
		t.Errorf("%d tries, error %v", tries, err)
	}
}

func TestDoEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	tries := 0
	err := retry.Do(ended, retry.Policy{Tries: 3, Min: time.Hour, Max: time.Hour}, func() (bool, error) {
		tries++
		return true, errFailed
	})
	if tries != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d tries, error %v", tries, err)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	if err := retry.Wait(t.Context(), time.Millisecond); err != nil {
		t.Errorf("error %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := retry.Wait(ended, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
