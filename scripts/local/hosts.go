package main

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/demo"
	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// homeHosts are the names of this machine under which browsers reach the home server.
var homeHosts = []string{"localhost", "127.0.0.1", "::1"}

// withKnownHosts refuses requests for a host that is not this machine or the host of the
// public URL. Otherwise a web page could give its own name the address of this machine,
// and read mails and data through the visitor's browser (DNS rebinding).
func withKnownHosts(publicURL string, next http.Handler) http.Handler {
	known := slices.Clone(homeHosts)
	if u, err := url.Parse(publicURL); err == nil {
		known = append(known, strings.ToLower(u.Hostname()))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(known, hostOf(r)) {
			httpproblem.Write(w, publicURL, edge.SetCorrelationID(w, r), problem.Forbidden(problem.OriginNotAllowed))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf is the host that the request names, without a port, in lower case.
func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// calendarProvider is the calendar provider of the demo, so that users can try
// calendars without an account at a real provider. Its data is only in memory.
type calendarProvider struct {
	*gcalendar.Provider
	url   string
	close func() error
}

// startCalendarProvider serves the provider on a free port.
func startCalendarProvider() (*calendarProvider, error) {
	a := &calendarProvider{Provider: gcalendar.New(time.Now)}
	demo.AddCalendars(a.Provider, time.Now())
	var err error
	a.url, a.close, err = serveOnFreePort(a)
	return a, err
}

// settings are the environment with the settings of the provider.
func (a *calendarProvider) settings(getenv func(string) string) func(string) string {
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
