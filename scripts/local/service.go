package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"stint/functions"
	"stint/functions/deliverer"
	"stint/functions/worker"
	"stint/scripts/internal/homedata"
	"stint/scripts/internal/inbox"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/gateway"
	"stint/shared/mail"
	"stint/shared/route"
	"stint/shared/secret"
)

// stageThrottle is the same as the stage's throttle in infra.
var stageThrottle = route.Throttle{PerSecond: 1_000, Burst: 2_000}

// service is the running service behind the port.
type service struct {
	handler http.Handler
	listen  func(net.Listener) net.Listener // wraps the listener of a server with the handler
	url     string
	close   func() // ends the background work and closes the mailbox
}

// newService starts all functions behind the gateway, and the worker.
func (h home) newService(ctx context.Context, endpoint string) (service, error) {
	deps, err := h.newDeps(ctx, endpoint)
	if err != nil {
		return service{}, err
	}
	box, err := mail.OpenMailbox(h.mailFile(), time.Now)
	if err != nil {
		return service{}, err
	}
	work := newBackground(functions.Worker, worker.NewFromDeps(deps, announcingSender{box}).Work, deps.Log)
	webhooks := newBackground(functions.Deliverer, deliverer.New(deps).DeliverAll, deps.Log)
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var both sync.WaitGroup
		both.Go(func() { work.run(ctx) })
		both.Go(func() { webhooks.run(ctx) })
		both.Wait()
	}()

	options := gateway.Options{ErrorsBase: deps.Config.PublicURL, Log: deps.Log}
	if !h.limitsOff {
		options.Throttle = stageThrottle
	}
	api := functions.NewGateway(deps, options)
	handler := inbox.InFrontOf(withQueue(deps.Store, work.wakeAfter(webhooks.wakeAfter(api))), box)
	if h.profiles {
		handler = withProfiles(handler)
	}
	return service{
		handler: withKnownHosts(deps.Config.PublicURL, handler),
		listen:  api.Listen,
		url:     deps.Config.PublicURL,
		close:   func() { stop(); <-done; _ = box.Close() },
	}, nil
}

// newDeps makes the table and the dependencies of the functions.
func (h home) newDeps(ctx context.Context, endpoint string) (*boot.Deps, error) {
	c, err := config.Read(h.settings(endpoint))
	if err != nil {
		return nil, err
	}
	client, err := homedata.NewClient(ctx, dynamo.Options{Endpoint: endpoint, Region: c.Region}, c.Table, h.commitsLate)
	if err != nil {
		return nil, err
	}
	if err := dynamo.EnsureTable(ctx, client, c.Table); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: h.logLevel}))
	deps, err := boot.New(ctx, c, boot.Options{DB: client, Log: log})
	if err != nil {
		return nil, err
	}
	return deps, openDataKeys(ctx, deps)
}

// openDataKeys opens every data key at the start, so that a key file that belongs to
// other data is noticed before a request needs it.
func openDataKeys(ctx context.Context, deps *boot.Deps) error {
	for _, p := range secret.Purposes() {
		if _, err := deps.Secrets.Key(ctx, p); err != nil {
			return err
		}
	}
	return nil
}
