// Command stint tracks time from a terminal and from scripts, with an API key. It speaks the
// public API through shared/client and nothing else. docs/command.md describes it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // a machine may have no zones of its own

	"stint/scripts/stint/internal/commands"
	"stint/shared/version"
)

func main() {
	ctx, stop := untilStopped()
	defer stop()
	status := commands.Run(ctx, os.Args[1:], commands.SystemEnv(version.Text()))
	stop()
	os.Exit(status)
}

// untilStopped is a context that ends with Ctrl-C, and when a supervisor stops the process. So a
// command can clean up.
func untilStopped() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
