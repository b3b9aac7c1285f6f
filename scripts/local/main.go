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

	_ "golang.org/x/crypto/x509roots/fallback" // the container image has no certificates
)

func main() {
	demo := flag.Bool("demo", false, "create a demo workspace with a month of data")
	health := flag.Bool("health", false, "ask the home server that runs with these settings whether it works")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	work := func() error { setCollector(os.Getenv); return run(ctx, os.Getenv, *demo) }
	if *health {
		work = func() error { return checkHealth(ctx, os.Getenv) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "stint:", err)
		stop()
		os.Exit(1)
	}
}
