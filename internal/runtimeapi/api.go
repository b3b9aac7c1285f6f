// Package runtimeapi runs functions on this machine as Lambda does. Each function is a
// process that polls the Lambda runtime API for events and posts its answers there.
package runtimeapi

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// API is the Lambda runtime API for one instance of a function, which handles one
// event at a time: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html.
type API struct {
	Polls <-chan time.Time // when the function polled for an event; only the latest poll is kept

	polls    chan time.Time
	timeout  time.Duration
	listener net.Listener
	server   *http.Server
	events   chan []byte
	answers  chan Answer
}

// Answer is the function's answer to an event.
type Answer struct {
	At     time.Time
	Body   []byte
	Failed bool // the function reported an error of the event or of its start
}

// headerTimeout is the time for the headers of a request. Under valgrind, a function may take
// seconds between connecting and sending them.
const headerTimeout = 30 * time.Second

// New starts the API on a free port of this machine. It announces the timeout of the function
// with each event. The caller must close it.
func New(timeout time.Duration) (*API, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	polls := make(chan time.Time, 1)
	api := &API{Polls: polls, polls: polls, timeout: timeout, listener: listener, events: make(chan []byte),
		answers: make(chan Answer, 1)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", api.serveNext)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/response", api.serveResult(false))
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/error", api.serveResult(true))
	mux.HandleFunc("POST /2018-06-01/runtime/init/error", api.serveResult(true))
	api.server = &http.Server{Handler: mux, ReadHeaderTimeout: headerTimeout}
	go func() { _ = api.server.Serve(listener) }() // ends with Close
	return api, nil
}

// Address is the host and port of the API.
func (api *API) Address() string { return api.listener.Addr().String() }

// Close stops the API. A waiting poll of the function fails.
func (api *API) Close() { _ = api.server.Close() }

// serveNext records the function's poll and answers it with the next event.
func (api *API) serveNext(w http.ResponseWriter, r *http.Request) {
	api.recordPoll(time.Now())
	select {
	case event := <-api.events:
		h := w.Header()
		h.Set("Lambda-Runtime-Aws-Request-Id", "0a1b2c3d-0000-4000-8000-000000000002")
		h.Set("Lambda-Runtime-Deadline-Ms", fmt.Sprint(time.Now().Add(api.timeout).UnixMilli()))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:111122223333:function:stint")
		_, _ = w.Write(event)
	case <-r.Context().Done():
	}
}

// recordPoll puts a time into polls, in place of an older one that was not read.
func (api *API) recordPoll(at time.Time) {
	for {
		select {
		case api.polls <- at:
			return
		case <-api.polls:
		}
	}
}

func (api *API) serveResult(failed bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		select {
		case api.answers <- Answer{At: time.Now(), Body: body, Failed: failed || err != nil}:
		case <-r.Context().Done():
			return
		}
		w.WriteHeader(http.StatusAccepted)
	}
}

// Invoke sends an event to the function when it polls, and returns the answer and the
// time that it took.
func (api *API) Invoke(ctx context.Context, event []byte) (Answer, time.Duration, error) {
	began := time.Now()
	select {
	case api.events <- event:
	case <-ctx.Done():
		return Answer{}, 0, ctx.Err()
	}
	select {
	case a := <-api.answers:
		return a, a.At.Sub(began), nil
	case <-ctx.Done():
		return Answer{}, 0, ctx.Err()
	}
}
