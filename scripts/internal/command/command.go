// Package command runs the main function of a script.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
)

// UsageError is the error of wrong arguments. Its text says which ones are right.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Main runs a script until it ends or the user interrupts it. On an error it prints
// the script's name and the error, and exits with status 2 after a UsageError and 1
// after any other.
func Main(name string, run func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		stop()
		os.Exit(exitStatus(err))
	}
}

func exitStatus(err error) int {
	if _, isUsage := errors.AsType[UsageError](err); isUsage {
		return 2
	}
	return 1
}
