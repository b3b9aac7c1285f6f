package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"

	"stint/internal/apiclient"
	"stint/internal/programs"
	"stint/internal/testkit/gcalendar"
	"stint/shared/engine"
)

type object = apiclient.Object

// release is a running home server.
type release struct {
	name, address, version string
	server                 *programs.RunningServer
}

// client calls the release itself, without the mixer.
func (r *release) client() *apiclient.Client { return &apiclient.Client{Address: r.address} }

// releases are both home servers with their database.
type releases struct {
	old, new *release
	outside  *outside
	db       *engine.Engine
	folder   string
}

// startBoth starts the database and both home servers over one table. address is where users find them.
func startBoth(ctx context.Context, o options, address string) (_ *releases, err error) {
	b := &releases{outside: startOutside()}
	defer func() {
		if err != nil {
			b.stop()
		}
	}()
	if b.folder, err = os.MkdirTemp("", "stint-rollout-"); err != nil {
		return nil, err
	}
	if b.db, err = engine.Start(ctx, engine.Options{DataFile: filepath.Join(b.folder, "table")}); err != nil {
		return nil, err
	}
	settings := b.settings(address)
	if b.old, err = b.start(ctx, "old", o.old, settings); err != nil {
		return nil, err
	}
	b.new, err = b.start(ctx, "new", o.new, settings)
	return b, err
}

// settings are those of both home servers: one table, the same keys, one address, and the outside.
func (b *releases) settings(address string) []string {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	all := []string{"DYNAMODB_ENDPOINT=" + b.db.Endpoint(), "PUBLIC_URL=" + address, "STINT_LIMITS=off", "LOG=error",
		"SIGNING_KEY=file:" + filepath.Join(b.folder, "signing-key.pem"),
		"SEALING_KEY=" + base64.StdEncoding.EncodeToString(key)}
	for name, value := range gcalendar.Settings(b.outside.calendarServer.URL) {
		all = append(all, name+"="+value)
	}
	return all
}

// start starts one of them with a folder of its own for mails.
func (b *releases) start(ctx context.Context, name, program string, settings []string) (*release, error) {
	port, err := engine.FreeAddress()
	if err != nil {
		return nil, err
	}
	r := &release{name: name, address: fmt.Sprintf("http://localhost:%d", port.Port())}
	own := []string{fmt.Sprint("PORT=", port.Port()), "STINT_DATA=" + filepath.Join(b.folder, name)}
	if r.server, err = programs.StartHomeServer(ctx, program, os.Stderr, append(own, settings...)...); err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	health, err := r.client().Send(ctx, apiclient.Call{Method: http.MethodGet, Path: "/api/health"})
	r.version = fmt.Sprintf("%s (%v)", name, health["version"])
	return r, err
}

// stop ends what was started.
func (b *releases) stop() {
	for _, r := range []*release{b.old, b.new} {
		if r != nil && r.server != nil {
			_ = r.server.Command.Process.Signal(syscall.SIGTERM)
			_ = r.server.Command.Wait()
		}
	}
	if b.db != nil {
		b.db.Stop()
	}
	b.outside.stop()
	_ = os.RemoveAll(b.folder)
}

// checkQueues checks that neither worker gave work up.
func (b *releases) checkQueues(ctx context.Context) error {
	for _, r := range []*release{b.old, b.new} {
		queue, err := r.client().Send(ctx, apiclient.Call{Method: http.MethodGet, Path: "/_local/queue"})
		if err != nil {
			return err
		}
		if items, _ := queue["items"].([]any); len(items) > 0 {
			return fmt.Errorf("work was given up: %v", items)
		}
	}
	return nil
}
