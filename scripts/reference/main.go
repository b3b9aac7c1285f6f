// Command reference runs a command with AWS's DynamoDB Local as its database:
//
//	go run ./scripts/reference FOLDER COMMAND [ARGUMENT…]
//
// The folder has the jars that scripts/test-reference.sh brings. The command finds the
// database by DYNAMODB_ENDPOINT. The database is in memory and ends with the command.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"

	"stint/scripts/internal/command"
	"stint/shared/engine"
)

func main() {
	command.Main("reference", func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout) })
}

// run starts the database and runs the command. Errors: a missing argument, a database
// that does not start, or the exit status of the command.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) < 2 {
		return errors.New("usage: reference FOLDER COMMAND [ARGUMENT…]")
	}
	e, err := engine.Start(ctx, engine.Options{Reference: args[0]})
	if err != nil {
		return err
	}
	defer e.Stop()
	c := exec.CommandContext(ctx, args[1], args[2:]...)
	c.Env = append(os.Environ(), engine.EndpointVariable+"="+e.Endpoint())
	c.Stdout, c.Stderr = out, os.Stderr
	return c.Run()
}
