// Package command runs the main function of a script.
package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
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

// Subcommand is one of several things that a script does, with its own arguments.
type Subcommand func(ctx context.Context, args []string) error

// Choose runs the subcommand that the first argument names, as Main does.
func Choose(name string, all map[string]Subcommand) {
	Main(name, func(ctx context.Context) error { return choose(ctx, name, all, os.Args[1:]) })
}

// choose runs a subcommand. Errors: a UsageError that lists all of them.
func choose(ctx context.Context, name string, all map[string]Subcommand, args []string) error {
	if len(args) > 0 {
		if run, ok := all[args[0]]; ok {
			return run(ctx, args[1:])
		}
	}
	names := strings.Join(slices.Sorted(maps.Keys(all)), " | ")
	return UsageError(fmt.Sprintf("usage: %s (%s) [argument…]", name, names))
}
