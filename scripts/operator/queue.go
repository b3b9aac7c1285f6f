package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stint/scripts/internal/command"
	"stint/shared/domain"
	"stint/shared/store"
)

// runQueue runs "list" or "retry <id>...". It prints kinds, ids, times and counts; work contains no names, addresses or
// tokens. Errors: command.UsageError for other arguments.
func runQueue(ctx context.Context, s *store.Store, out io.Writer, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return listDeadLetters(ctx, s, out)
	case len(args) > 1 && args[0] == "retry":
		return retryDeadLetters(ctx, s, out, args[1:])
	default:
		return command.UsageError("usage: queue (list | retry <id>...)")
	}
}

func listDeadLetters(ctx context.Context, s *store.Store, out io.Writer) error {
	table := newTable(out)
	defer func() { _ = table.Flush() }()
	table.row("ID", "KIND", "WORKSPACE", "ABOUT", "CREATED", "TRIES", "GIVEN UP")
	for w, err := range s.DeadLetters(ctx) {
		if err != nil {
			return err
		}
		table.row(w.ID, w.Kind, orDash(w.WorkspaceID), w.TargetID, w.CreatedAt, w.Tries, w.GivenUpAt)
	}
	return nil
}

func retryDeadLetters(ctx context.Context, s *store.Store, out io.Writer, ids []string) error {
	var failed []error
	for _, id := range ids {
		if err := s.RetryWork(ctx, domain.ID(id)); err != nil {
			failed = append(failed, fmt.Errorf("%q: %w", id, err))
			continue
		}
		_, _ = fmt.Fprintln(out, id, "is due now")
	}
	return errors.Join(failed...)
}
