package main

import (
	"context"
	"log/slog"
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
	deps     *boot.Deps
	api      *gateway.Gateway
	box      *mail.Mailbox
	copies   *backups // nil if there are none
	start    *startPage
	work     *background // of the worker
	webhooks *background // of the deliverer
	profiles bool        // whether profiles are served

	stopBackground func()
}

// newService starts all functions behind the gateway, and the worker.
func (h home) newService(ctx context.Context, endpoint string) (*service, error) {
	recorder := new(homedata.Recorder)
	deps, err := h.newDeps(ctx, endpoint, recorder)
	if err != nil {
		return nil, err
	}
	copies, err := h.newBackups(ctx, endpoint, recorder)
	if err != nil {
		return nil, err
	}
	box, err := mail.OpenMailbox(h.mailFile(), time.Now)
	if err != nil {
		return nil, err
	}
	s := &service{deps: deps, box: box, copies: copies, profiles: h.profiles}
	s.start = &startPage{store: deps.Store, box: box, isDemo: h.isDemo, url: s.url(),
		hooks: map[domain.ID]feed.Webhook{}}
	s.work = newBackground(functions.Worker, worker.NewFromDeps(deps, announcingSender{box}).Work, deps.Log)
	now := func() domain.Instant { return domain.InstantOf(deps.Now()) }
	deliver := s.start.noting(deliverer.New(deps).DeliverAll, now)
	s.webhooks = newBackground(functions.Deliverer, deliver, deps.Log)
	s.stopBackground = startBackground(ctx, s.work, s.webhooks)
	options := gateway.Options{ErrorsBase: s.url(), Log: deps.Log}
	if !h.limitsOff {
		options.Throttle = stageThrottle
	}
	s.api = functions.NewGateway(deps, options)
	return s, nil
}

// startBackground runs what works beside the server until stop, which waits for its end.
func startBackground(ctx context.Context, all ...*background) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	for _, b := range all {
		running.Go(func() { b.run(ctx) })
	}
	return func() { cancel(); running.Wait() }
}

func (s *service) url() string { return s.deps.Config.PublicURL }

// handler is the gateway behind what only the home server has. A request passes the check of its host, the metadata at
// the root, the profiles, the copies of the data, the start page, the inbox and the list of dead letters, in this
// order. What is answered there wakes no background work.
func (s *service) handler() http.Handler {
	handler := withQueue(s.deps.Store, s.work.wakeAfter(s.webhooks.wakeAfter(s.api)))
	handler = s.copies.inFrontOf(s.start.inFrontOf(inbox.InFrontOf(handler, s.box)))
	if s.profiles {
		handler = withProfiles(handler)
	}
	return withKnownHosts(s.url(), withRootMetadata(s.url(), handler))
}

// close ends the background work and closes the mailbox.
func (s *service) close() {
	s.stopBackground()
	_ = s.box.Close()
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
