package main

import (
	"net"
	"net/http"
	"time"

	"stint/scripts/demo"
	"stint/shared/testkit/gcalendar"
)

// agenda is the provider of calendars that the demo brings along, so that they
// can be tried without an account anywhere. It forgets everything when it ends.
type agenda struct {
	*gcalendar.Provider
	address string
	close   func() error
}

// openAgenda serves the provider at an address of its own.
func openAgenda() (*agenda, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &agenda{Provider: gcalendar.New(time.Now), address: "http://" + listener.Addr().String()}
	demo.Agenda(a.Provider, time.Now())
	server := &http.Server{Handler: a, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // it ends by being closed
	a.close = server.Close
	return a, nil
}

// settings are the environment with the provider in it.
func (a *agenda) settings(getenv func(string) string) func(string) string {
	own := gcalendar.Settings(a.address)
	return func(name string) string {
		if value, ok := own[name]; ok {
			return value
		}
		return getenv(name)
	}
}
