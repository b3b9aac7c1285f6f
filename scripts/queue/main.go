// Command queue lists the dead letters and retries them:
//
//	go run ./scripts/queue list
//	go run ./scripts/queue retry <id>...
//
// It reads the same settings as the functions from the environment. It prints kinds,
// ids, times and counts; work contains no names, addresses or tokens.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"stint/scripts/internal/command"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/store"
)

func main() {
	command.Main("queue", func(ctx context.Context) error {
		s, err := openStore(ctx, os.Getenv)
		if err != nil {
			return err
		}
		return run(ctx, s, os.Stdout, os.Args[1:])
	})
}

// openStore opens the store without secrets. Dead letters need none, so the caller needs
// no access to the KMS key.
func openStore(ctx context.Context, getenv func(string) string) (*store.Store, error) {
	c, err := config.Read(getenv)
	if err != nil {
		return nil, err
	}
	db, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: c.DynamoDBEndpoint, Region: c.Region})
	if err != nil {
		return nil, err
	}
	return store.New(db, c.Table, nil, time.Now), nil
}

var errUsage = errors.New("usage: queue (list | retry <id>...)")

func run(ctx context.Context, s *store.Store, out io.Writer, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return list(ctx, s, out)
	case len(args) > 1 && args[0] == "retry":
		return retry(ctx, s, out, args[1:])
	default:
		return errUsage
	}
}

func list(ctx context.Context, s *store.Store, out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer func() { _ = table.Flush() }()
	_, _ = fmt.Fprintln(table, "ID\tKIND\tWORKSPACE\tABOUT\tCREATED\tTRIES\tGIVEN UP")
	for w, err := range s.DeadLetters(ctx) {
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n",
			w.ID, w.Kind, orDash(w.WorkspaceID), w.TargetID, w.CreatedAt, w.Tries, w.GivenUpAt)
	}
	return nil
}

func orDash(id domain.ID) domain.ID {
	if id == "" {
		return "-"
	}
	return id
}

func retry(ctx context.Context, s *store.Store, out io.Writer, ids []string) error {
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
