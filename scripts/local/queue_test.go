package main

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
)

// fakeDeadLetters returns all dead letters and then the error, if there is one.
type fakeDeadLetters struct {
	all []store.DeadLetter
	err error
}

func (b fakeDeadLetters) DeadLetters(context.Context) iter.Seq2[store.DeadLetter, error] {
	return func(yield func(store.DeadLetter, error) bool) {
		for _, d := range b.all {
			if !yield(d, nil) {
				return
			}
		}
		if b.err != nil {
			yield(store.DeadLetter{}, b.err)
		}
	}
}

func TestDeadLettersAreListed(t *testing.T) {
	t.Parallel()
	at := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	one := store.DeadLetter{Work: domain.Work{ID: "i", Kind: domain.WorkPurge, WorkspaceID: "w", TargetID: "w",
		CreatedAt: at, Tries: 77},
		GivenUpAt: at}
	gateway := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	h := withQueue(fakeDeadLetters{all: []store.DeadLetter{one}}, gateway)

	answer := send(h, "GET", "/_local/queue", "*/*")
	if answer.Header().Get("X-Correlation-Id") == "" {
		t.Error("no correlation id")
	}
	var list struct{ Items []map[string]any }
	if err := json.Unmarshal(answer.Body.Bytes(), &list); err != nil || len(list.Items) != 1 {
		t.Fatalf("%v: %s", err, answer.Body)
	}
	if got := list.Items[0]; got["id"] != "i" || got["kind"] != "purge" || got["tries"] != 77.0 ||
		got["given_up_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("item %v", got)
	}
	if empty := send(withQueue(fakeDeadLetters{}, gateway), "GET", "/_local/queue",
		"*/*").Body.String(); empty != `{"items":[]}`+"\n" {
		t.Errorf("an empty list is %q", empty)
	}
	if got := send(withQueue(fakeDeadLetters{err: errors.New("no")}, gateway), "GET", "/_local/queue",
		"*/*").Code; got != 503 {
		t.Errorf("a queue that cannot be read: %d", got)
	}
	for method, path := range map[string]string{"POST": "/_local/queue", "GET": "/_local/other"} {
		if got := send(h, method, path, "*/*").Code; got != http.StatusTeapot {
			t.Errorf("%s %s: %d, want the gateway's answer", method, path, got)
		}
	}
}

func send(h http.Handler, method, path, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
