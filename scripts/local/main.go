// Command local runs the whole of Stint at home, in one process: the gateway, every
// function behind its real event conversion, the worker and an embedded DynamoDB.
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
	demo := flag.Bool("demo", false, "create a demo workspace with a month of data")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	setCollector(os.Getenv)
	if err := run(ctx, os.Getenv, *demo); err != nil {
		fmt.Fprintln(os.Stderr, "stint:", err)
		stop()
		os.Exit(1)
	}
}
