package main

import (
	"net"
	"net/http"
	"os"
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/demo"
)

// calendarProvider is the calendar provider of the demo, so that users can try
// calendars without an account at a real provider. Its data is only in memory.
type calendarProvider struct {
	*gcalendar.Provider
	url   string
	close func() error
}

// demoCalendars serves the provider on a free port. It is nil without the demo, and where the settings name a real one.
func demoCalendars(getenv func(string) string, isDemo bool) (*calendarProvider, error) {
	if !isDemo || getenv("CALENDAR_CLIENT_ID") != "" {
		return nil, nil
	}
	a := &calendarProvider{Provider: gcalendar.New(time.Now)}
	demo.AddCalendars(a.Provider, time.Now())
	var err error
	a.url, a.close, err = serveOnFreePort(a)
	return a, err
}

func (a *calendarProvider) stop() {
	if a != nil {
		_ = a.close()
	}
}

// settings are the environment with the settings of the provider, if there is one.
func (a *calendarProvider) settings(getenv func(string) string) func(string) string {
	if a == nil {
		return getenv
	}
	own := gcalendar.Settings(a.url)
	return func(name string) string {
		if value, ok := own[name]; ok {
			return value
		}
		return getenv(name)
	}
}

// webhookReceiver is the receiver of the demo's webhook behind a port.
type webhookReceiver struct {
	*demo.Receiver
	url   string
	close func() error
}

// startWebhookReceiver serves the receiver on a free port. It prints on standard output.
func startWebhookReceiver() (*webhookReceiver, error) {
	r := &webhookReceiver{Receiver: demo.NewReceiver(os.Stdout, time.Now)}
	var err error
	r.url, r.close, err = serveOnFreePort(r)
	return r, err
}

// serveOnFreePort serves a handler to this machine.
func serveOnFreePort(h http.Handler) (url string, closeServer func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with closeServer
	return "http://" + listener.Addr().String(), server.Close, nil
}
