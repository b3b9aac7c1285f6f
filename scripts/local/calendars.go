package main

import (
	"net"
	"net/http"
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

// startCalendarProvider serves the provider on a free port.
func startCalendarProvider() (*calendarProvider, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &calendarProvider{Provider: gcalendar.New(time.Now), url: "http://" + listener.Addr().String()}
	demo.AddCalendars(a.Provider, time.Now())
	server := &http.Server{Handler: a, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with close
	a.close = server.Close
	return a, nil
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
