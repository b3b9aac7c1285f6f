package command

import (
	"errors"
	"fmt"
	"testing"
)

func TestExitStatus(t *testing.T) {
	for status, err := range map[int]error{1: errors.New("refused"),
		2: fmt.Errorf("queue: %w", UsageError("usage: queue list"))} {
		if got := exitStatus(err); got != status {
			t.Errorf("%v: status %d, want %d", err, got, status)
		}
	}
}
