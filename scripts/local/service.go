package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
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
	"stint/shared/domain"
	"stint/shared/domain/feed"
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
	recorder := new(homedata.Recorder)
	deps, err := h.newDeps(ctx, endpoint, recorder)
	if err != nil {
		return service{}, err
	}
	copies, err := h.newBackups(ctx, endpoint, recorder)
	if err != nil {
		return service{}, err
	}
	box, err := mail.OpenMailbox(h.mailFile(), time.Now)
	if err != nil {
		return service{}, err
	}
	work := newBackground(functions.Worker, worker.NewFromDeps(deps, announcingSender{box}).Work, deps.Log)
	start := &startPage{store: deps.Store, box: box, isDemo: h.isDemo, url: deps.Config.PublicURL,
		hooks: map[domain.ID]feed.Webhook{}}
	deliver := start.noting(deliverer.New(deps).DeliverAll, func() domain.Instant { return domain.InstantOf(deps.Now()) })
	webhooks := newBackground(functions.Deliverer, deliver, deps.Log)
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
	handler = copies.inFrontOf(start.inFrontOf(handler))
	if h.profiles {
		handler = withProfiles(handler)
	}
	return service{
		handler: withKnownHosts(deps.Config.PublicURL, withRootMetadata(deps.Config.PublicURL, handler)),
		listen:  api.Listen,
		url:     deps.Config.PublicURL,
		close:   func() { stop(); <-done; _ = box.Close() },
	}, nil
}

// newDeps makes the table and the dependencies of the functions.
func (h home) newDeps(ctx context.Context, endpoint string, recorder *homedata.Recorder) (*boot.Deps, error) {
	c, err := config.Read(h.settings(endpoint))
	if err != nil {
		return nil, err
	}
	client, err := homedata.NewClient(ctx, dynamo.Options{Endpoint: endpoint, Region: c.Region}, c.Table, h.commitsLate,
		recorder.Attach)
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

// healthWait bounds the wait for the answer of the home server.
const healthWait = 5 * time.Second

// checkHealth asks the home server that runs on this machine with the same settings for its
// health. A container has no other program that could. Errors: no answer, or another than 200.
func checkHealth(ctx context.Context, getenv func(string) string) error {
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	request, err := ownRequest(ctx, getenv, "/api/health")
	if err != nil {
		return err
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return fmt.Errorf("the home server does not answer: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the home server answers %s", answer.Status)
	}
	return nil
}

// ownRequest is a request to the home server that runs on this machine with these settings.
func ownRequest(ctx context.Context, getenv func(string) string, path string) (*http.Request, error) {
	address, err := parseListen(getenv("LISTEN"))
	if err != nil {
		return nil, err
	}
	port := cmp.Or(getenv("PORT"), "8080")
	url := "http://" + net.JoinHostPort(dialAddress(address).String(), port) + path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("PORT=%s is not a port: %w", port, err)
	}
	request.Host = homeHosts[0] // the address itself may not be among the known hosts
	return request, nil
}

// dialAddress is the address at which this machine finds a server that listens on an address.
func dialAddress(listen netip.Addr) netip.Addr {
	switch {
	case !listen.IsUnspecified():
		return listen
	case listen.Is4():
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return netip.IPv6Loopback()
}
