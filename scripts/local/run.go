package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"stint/shared/engine"
)

// run serves until the context ends. With demo it creates the demo workspace first.
func run(ctx context.Context, getenv func(string) string, demo bool) error {
	var calendars *calendarProvider
	if demo && getenv("CALENDAR_CLIENT_ID") == "" {
		opened, err := startCalendarProvider()
		if err != nil {
			return err
		}
		defer opened.close()
		calendars, getenv = opened, opened.settings(getenv)
	}
	home, err := openHome(getenv)
	if err != nil {
		return err
	}
	defer home.close()
	listener, err := net.Listen("tcp", net.JoinHostPort(home.address.String(), home.port))
	if err != nil {
		return fmt.Errorf("port %s cannot be used (choose another with PORT=…): %w", home.port, err)
	}
	db, err := engine.Start(ctx, engine.Options{Endpoint: home.endpoint, DataFile: home.dataFile(), Reference: getenv(engine.LocalVariable)})
	if err != nil {
		return err
	}
	defer db.Stop()
	for _, line := range db.Notices() {
		fmt.Println(line)
	}
	home.commitsLate = db.CommitsLate()
	service, err := home.newService(ctx, db.Endpoint())
	if err != nil {
		return err
	}
	defer service.close()
	if demo {
		webhooks, err := startWebhookReceiver()
		if err != nil {
			return err
		}
		defer webhooks.close()
		go fillDemo(ctx, service.url, calendars, webhooks)
	}
	server := &http.Server{Handler: service.handler, ReadHeaderTimeout: 10 * time.Second}
	return serve(ctx, server, service.listen(listener), service.url, db.Done())
}

// serve prints the URL and serves until the context ends or the engine dies. Running
// requests get some seconds to finish.
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
	shutdownCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(shutdownCtx)
}
