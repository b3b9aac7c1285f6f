package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

func TestTheFirstArgumentChooses(t *testing.T) {
	var got []string
	all := map[string]Subcommand{
		"list": func(_ context.Context, args []string) error { got = args; return nil },
		"add":  func(context.Context, []string) error { return errors.New("refused") },
	}
	err := choose(t.Context(), "queue", all, []string{"list", "all"})
	if err != nil || !slices.Equal(got, []string{"all"}) {
		t.Errorf("list got %v: %v", got, err)
	}
	for _, args := range [][]string{nil, {"drop"}} {
		err := choose(t.Context(), "queue", all, args)
		if usage, ok := errors.AsType[UsageError](err); !ok || usage != "usage: queue (add | list) [argument…]" {
			t.Errorf("%v: %v", args, err)
		}
	}
}
