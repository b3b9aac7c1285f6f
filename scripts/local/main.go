// Command local runs the whole of Stint in one process at home: the gateway,
// every function behind its real event conversion, and an embedded DynamoDB.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Getenv); err != nil {
		fmt.Fprintln(os.Stderr, "stint:", err)
		stop()
		os.Exit(1)
	}
}
