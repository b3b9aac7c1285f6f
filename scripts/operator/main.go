// Command operator is for those who run the service:
//
//	go run ./scripts/operator account <id or address> [disable | enable | end-sessions | end-keys]
//	go run ./scripts/operator workspace <id> [restore | purge [-in-use] | export <file> | bring-back -from <table>]
//	go run ./scripts/operator registration
//	go run ./scripts/operator queue (list | retry <id>...)
//
// It works on the table TABLE_NAME in AWS_REGION with the credentials of the
// environment. Without TABLE_NAME it works on the data of the home server: at -endpoint
// or DYNAMODB_ENDPOINT, or in the folder STINT_DATA while the home server is down. It
// needs no secret of the service.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"time"

	"stint/scripts/internal/command"
	"stint/scripts/internal/deadletters"
	"stint/shared/domain"
	"stint/shared/store"
)

func main() {
	command.Main("operator", func(ctx context.Context) error {
		endpoint := flag.String("endpoint", os.Getenv("DYNAMODB_ENDPOINT"), "URL of a running DynamoDB")
		flag.Parse()
		opened, err := open(ctx, os.Getenv, *endpoint)
		if err != nil {
			return err
		}
		defer opened.close()
		o := operator{store: opened.newStore(""), openTable: opened.newStore, now: func() domain.Instant { return domain.InstantOf(time.Now()) }, getenv: os.Getenv, out: os.Stdout}
		return o.run(ctx, flag.Args())
	})
}

// operator runs one command.
type operator struct {
	store     *store.Store
	openTable func(name string) *store.Store // of another table of the same database
	now       func() domain.Instant
	getenv    func(string) string
	out       io.Writer
}

var errUsage = errors.New(`usage:
  operator account <id or address> [disable | enable | end-sessions | end-keys]
  operator workspace <id> [restore | purge [-in-use] | export <file> | bring-back -from <table>]
  operator registration
  operator queue (list | retry <id>...)`)

// run runs the command of the arguments. Errors: errUsage.
func (o operator) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	switch topic, rest := args[0], args[1:]; {
	case topic == "account" && len(rest) > 0:
		return o.account(ctx, rest[0], rest[1:])
	case topic == "workspace" && len(rest) > 0:
		return o.workspace(ctx, rest[0], rest[1:])
	case topic == "registration" && len(rest) == 0:
		return o.registration()
	case topic == "queue":
		return deadletters.Run(ctx, o.store, o.out, rest)
	default:
		return errUsage
	}
}
