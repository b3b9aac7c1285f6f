// Command local runs the whole of Stint in one process at home: the gateway,
// every function behind its real event conversion, and an embedded DynamoDB.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	demo := flag.Bool("demo", false, "fill the home with a demo workspace")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Getenv, *demo); err != nil {
		fmt.Fprintln(os.Stderr, "stint:", err)
		stop()
		os.Exit(1)
	}
}
