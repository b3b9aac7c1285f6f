package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// runtimeAPI is as much of the Lambda runtime API as one function needs that
// is called a few times:
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html.
type runtimeAPI struct {
	listener net.Listener
	server   *http.Server
	polls    chan time.Time // each time the function asks for an event
	events   chan []byte
	answers  chan answer
}

// answer is what the function made of an event.
type answer struct {
	At     time.Time
	Body   []byte
	Failed bool // the function reported an error, of the event or of its start
}

// functionTime is how long a function is told that it has for an event.
const functionTime = 15 * time.Second

func newRuntimeAPI() (*runtimeAPI, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	api := &runtimeAPI{
		listener: listener, polls: make(chan time.Time, 8), events: make(chan []byte), answers: make(chan answer, 8),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", api.next)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/response", api.answered(false))
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/error", api.answered(true))
	mux.HandleFunc("POST /2018-06-01/runtime/init/error", api.answered(true))
	api.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	go func() { _ = api.server.Serve(listener) }() // ends with Close
	return api, nil
}

// address is where the function finds the API.
func (api *runtimeAPI) address() string { return api.listener.Addr().String() }

// close ends the API, and with it a function's waiting for an event.
func (api *runtimeAPI) close() { _ = api.server.Close() }

// next notes that the function asks, and lets it wait for an event.
func (api *runtimeAPI) next(w http.ResponseWriter, r *http.Request) {
	select {
	case api.polls <- time.Now():
	case <-r.Context().Done():
		return
	}
	select {
	case event := <-api.events:
		h := w.Header()
		h.Set("Lambda-Runtime-Aws-Request-Id", "coldstart")
		h.Set("Lambda-Runtime-Deadline-Ms", fmt.Sprint(time.Now().Add(functionTime).UnixMilli()))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:111122223333:function:coldstart")
		_, _ = w.Write(event)
	case <-r.Context().Done():
	}
}

func (api *runtimeAPI) answered(failed bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		api.answers <- answer{At: time.Now(), Body: body, Failed: failed || err != nil}
		w.WriteHeader(http.StatusAccepted)
	}
}

// invoke hands an event to the waiting function and gives its answer with the
// time it took.
func (api *runtimeAPI) invoke(ctx context.Context, event []byte) (answer, time.Duration, error) {
	began := time.Now()
	select {
	case api.events <- event:
	case <-ctx.Done():
		return answer{}, 0, ctx.Err()
	}
	select {
	case a := <-api.answers:
		return a, a.At.Sub(began), nil
	case <-ctx.Done():
		return answer{}, 0, ctx.Err()
	}
}
