// Command queue lists the dead letters and retries them:
//
//	go run ./scripts/queue list
//	go run ./scripts/queue retry <id>...
//
// It reads the same settings as the functions from the environment.
package main

import (
	"context"
	"io"
	"os"
	"time"

	"stint/scripts/internal/command"
	"stint/scripts/internal/deadletters"
	"stint/shared/config"
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

func run(ctx context.Context, s *store.Store, out io.Writer, args []string) error {
	return deadletters.Run(ctx, s, out, args)
}
