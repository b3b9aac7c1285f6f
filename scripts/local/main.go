// Command local runs the whole of Stint at home, in one process: the gateway, every
// function behind its real event conversion, the worker and an embedded DynamoDB.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	_ "golang.org/x/crypto/x509roots/fallback"

	"stint/shared/engine"
	"stint/shared/version"
)

func main() {
	demo := flag.Bool("demo", false, "create a demo workspace with a month of data")
	health := flag.Bool("health", false, "ask the home server that runs with these settings whether it works")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, usage) }
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runCommand(ctx, os.Getenv, command{*demo, *health, flag.Args()}); err != nil {
		fmt.Fprintln(os.Stderr, "stint:", err)
		stop()
		os.Exit(1)
	}
}

const usage = `usage: stint-home [-demo]            serve, until ctrl-C; docs/running.md has the settings
       stint-home backup <file>    copy the data, also while a server runs; "-" is standard output
       stint-home restore <file>   make the data of such a copy, in a folder without any (STINT_DATA)
       stint-home version
       stint-home -health          ask the server that runs with these settings whether it works`

// command is what the arguments ask for.
type command struct {
	demo, health bool
	args         []string
}

// runCommand does what the arguments ask for.
func runCommand(ctx context.Context, getenv func(string) string, c command) error {
	switch args := c.args; {
	case c.health:
		return checkHealth(ctx, getenv)
	case len(args) == 0:
		setCollector(getenv)
		return run(ctx, getenv, c.demo)
	case len(args) == 1 && args[0] == "version":
		_, err := fmt.Println("stint-home", version.Text())
		return err
	case len(args) == 2 && args[0] == "backup":
		return copyTo(ctx, getenv, args[1], os.Stdout)
	case len(args) == 2 && args[0] == "restore":
		return restore(ctx, getenv, args[1])
	}
	return errors.New(usage)
}

// run serves until the context ends. With demo it creates the demo workspace first.
func run(ctx context.Context, getenv func(string) string, demo bool) error {
	calendars, err := demoCalendars(getenv, demo)
	if err != nil {
		return err
	}
	defer calendars.stop()
	home, err := openHome(calendars.settings(getenv))
	if err != nil {
		return err
	}
	defer home.close()
	if err := home.checkRestored(); err != nil {
		return err
	}
	if err := engine.KeepFilesPrivate(home.dataFile()); err != nil {
		return err
	}
	listener, err := home.listen()
	if err != nil {
		return err
	}
	db, err := home.startEngine(ctx)
	if err != nil {
		return err
	}
	defer db.Stop()
	home.commitsLate, home.isDemo = db.CommitsLate(), demo
	service, err := home.newService(ctx, db.Endpoint())
	if err != nil {
		return err
	}
	defer service.close()
	if demo {
		stop, err := startDemo(ctx, service.url(), calendars)
		if err != nil {
			return err
		}
		defer stop()
	}
	server := &http.Server{Handler: service.handler(), ReadHeaderTimeout: 10 * time.Second}
	return serve(ctx, server, service.api.Listen(listener), service.url(), db.Done())
}

// listen takes the port.
func (h home) listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(h.address.String(), h.port))
	if err != nil {
		return nil, fmt.Errorf("port %s cannot be used (choose another with PORT=…): %w", h.port, err)
	}
	return listener, nil
}

// startEngine starts the embedded engine, or connects to the one that the settings name.
func (h home) startEngine(ctx context.Context) (*engine.Engine, error) {
	db, err := engine.Start(ctx, engine.Options{Endpoint: h.endpoint, DataFile: h.dataFile(),
		Reference: h.getenv(engine.LocalVariable)})
	if err != nil {
		return nil, err
	}
	for _, line := range db.Notices() {
		fmt.Println(line)
	}
	return db, nil
}

// serve prints the URL and serves until the context ends or the engine dies. Running
// requests get some seconds to finish.
func serve(ctx context.Context, server *http.Server, listener net.Listener, url string, engineDied <-chan error) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Printf("Stint %s is ready at %s\n", version.Text(), url)
	select {
	case err := <-served:
		return err
	case err := <-engineDied:
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	shutdownCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(shutdownCtx)
}

// Bounds of the garbage collector, unless GOGC or GOMEMLIMIT says otherwise.
const (
	// gcPercent lets the heap grow to four times of what is in use. The service uses
	// little memory, and would spend a sixth of its processor time on collecting.
	gcPercent = 300
	// gcMemoryLimit is the memory in bytes above which the heap is collected more often.
	// Each password that is checked takes much for a moment.
	gcMemoryLimit = 160 << 20
)

// setCollector sets how often the memory of this process is collected.
func setCollector(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(gcMemoryLimit)
	}
}
