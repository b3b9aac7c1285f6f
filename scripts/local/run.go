package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"stint/functions"
	"stint/functions/worker"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/gateway"
	"stint/shared/mail"
	"stint/shared/route"
)

// tableName is the table of the home server, whatever engine it lies in.
const tableName = "stint"

// stageThrottle is what infra gives the stage.
var stageThrottle = route.Throttle{PerSecond: 100, Burst: 200}

// run serves until the context ends.
func run(ctx context.Context, getenv func(string) string) error {
	ctx, stopWork := context.WithCancel(ctx)
	defer stopWork()
	home, err := openHome(getenv)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+home.port)
	if err != nil {
		return fmt.Errorf("port %s cannot be used (choose another with PORT=…): %w", home.port, err)
	}
	db, err := engine.Start(ctx, engine.Options{Endpoint: home.endpoint, DataFile: home.dataFile(), LogTo: nil})
	if err != nil {
		return err
	}
	defer db.Stop()
	deps, err := home.deps(ctx, db.Endpoint())
	if err != nil {
		return err
	}
	options := gateway.Options{ErrorsBase: deps.Config.PublicURL}
	if !home.limitsOff {
		options.Throttle = stageThrottle
	}
	box, err := mail.OpenMailbox(home.mailFile(), time.Now)
	if err != nil {
		return err
	}
	defer box.Close()
	work := newBackground(worker.Of(deps, announced{box}), deps.Log)
	worked := make(chan struct{})
	go func() { defer close(worked); work.run(ctx) }()

	handler := withInbox(box, work.after(functions.Gateway(deps, options)))
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	err = serve(ctx, server, listener, deps.Config.PublicURL, db.Done())
	stopWork()
	<-worked
	return err
}

// serve prints the one line that says it is ready, and stops cleanly.
func serve(ctx context.Context, server *http.Server, listener net.Listener, url string, engineDied <-chan error) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Printf("Stint is ready at %s\n", url)
	select {
	case err := <-served:
		return err
	case err := <-engineDied:
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}

func (h home) deps(ctx context.Context, endpoint string) (*boot.Deps, error) {
	c, err := config.Read(h.settings(endpoint))
	if err != nil {
		return nil, err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint, Region: c.Region})
	if err != nil {
		return nil, err
	}
	if err := dynamo.EnsureTable(ctx, client, c.Table); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return boot.New(ctx, c, boot.Options{DB: client, Log: log})
}
