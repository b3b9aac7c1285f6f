package testkit

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// Effect is what happens to an attempt instead of the plain exchange.
type Effect func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error)

func (e Effect) wrap(exchange roundTripFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) { return e(r, exchange) }
}

// FailBefore keeps the attempt from the engine and fails it: nothing happened.
func FailBefore(failure Failure) Effect {
	return func(r *http.Request, _ func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		closeRequestBody(r)
		return failure(r)
	}
}

// FailAfter lets the engine do its work and loses the answer: it happened, and
// the client cannot know.
func FailAfter(failure Failure) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		if err != nil {
			return nil, err
		}
		// To the end, so that the connection can serve the next attempt.
		_, err = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if err != nil {
			return nil, err
		}
		return failure(r)
	}
}

// Hold keeps the attempt from the engine until the channel is closed, or until
// the client gives the attempt up.
func Hold(until <-chan struct{}) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		select {
		case <-until:
			return exchange(r)
		case <-r.Context().Done():
			closeRequestBody(r)
			return nil, r.Context().Err()
		}
	}
}

// HoldAnswer lets the engine do its work and keeps the answer back until the
// channel is closed, or until the client gives the attempt up.
func HoldAnswer(until <-chan struct{}) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		if err != nil {
			return nil, err
		}
		select {
		case <-until:
			return response, nil
		case <-r.Context().Done():
			response.Body.Close()
			return nil, r.Context().Err()
		}
	}
}

// gatherTimeout is how long Gather waits for attempts that never come.
const gatherTimeout = time.Second

// Gather makes n attempts wait for each other before they are sent, so that
// calls made in parallel overlap for certain. Calls that are made one after the
// other cannot meet: the first goes on alone after a second, and Rounds tells.
// The fault's Times must be n.
func Gather(n int) Effect {
	var mu sync.Mutex
	arrived, complete := 0, make(chan struct{})
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		mu.Lock()
		if arrived++; arrived == n {
			close(complete)
		}
		mu.Unlock()
		timeout := time.NewTimer(gatherTimeout)
		defer timeout.Stop()
		select {
		case <-complete:
		case <-timeout.C:
		case <-r.Context().Done():
		}
		return exchange(r)
	}
}

func closeRequestBody(r *http.Request) {
	if r.Body != nil {
		r.Body.Close()
	}
}
