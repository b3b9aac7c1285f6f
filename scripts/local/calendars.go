package main

import (
	"net"
	"net/http"
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/demo"
)

// calendarProvider is the provider of calendars that the demo brings along, so that they
// can be tried without an account anywhere. It forgets everything when it ends.
type calendarProvider struct {
	*gcalendar.Provider
	url   string
	close func() error
}

// startCalendarProvider serves the provider at an address of its own.
func startCalendarProvider() (*calendarProvider, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &calendarProvider{Provider: gcalendar.New(time.Now), url: "http://" + listener.Addr().String()}
	demo.AddCalendars(a.Provider, time.Now())
	server := &http.Server{Handler: a, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // it ends by being closed
	a.close = server.Close
	return a, nil
}

// settings are the environment with the provider in it.
func (a *calendarProvider) settings(getenv func(string) string) func(string) string {
	own := gcalendar.Settings(a.url)
	return func(name string) string {
		if value, ok := own[name]; ok {
			return value
		}
		return getenv(name)
	}
}
