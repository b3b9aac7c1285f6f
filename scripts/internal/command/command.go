// Package command runs the main function of a script.
package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
)

// Main runs a script until it ends or the user interrupts it. On an error it prints
// the script's name and the error, and exits with status 1.
func Main(name string, run func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		stop()
		os.Exit(1)
	}
}
