package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/mail"
	"stint/shared/store"
)

// fakeDeliveries has one webhook with one delivery.
type fakeDeliveries struct{ err error }

func (fakeDeliveries) DueWebhooks(context.Context, domain.Instant) ([]feed.Webhook, error) {
	return []feed.Webhook{{ID: "h", WorkspaceID: "w", URL: "https://hooks.example.com/in"}}, nil
}

func (f fakeDeliveries) Deliveries(context.Context, domain.ID, domain.ID,
	store.PageRequest) (store.Page[feed.Delivery], error) {
	return store.Page[feed.Delivery]{Items: []feed.Delivery{{ID: "d", WebhookID: "h", Event: "entry.created",
		Status: feed.DeliverySucceeded, ResponseStatus: 204, Attempts: 1}}}, f.err
}

func TestStartPage(t *testing.T) {
	t.Parallel()
	now := func() domain.Instant { return domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)) }
	box := mail.NewMailbox(func() time.Time { return now().Time })
	if err := box.Send(t.Context(), mail.Message{ID: "m", To: "ada@example.com", Subject: "Hello <b>"}); err != nil {
		t.Fatal(err)
	}
	gateway := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	page := &startPage{store: fakeDeliveries{}, box: box, isDemo: true, url: "http://localhost:8080",
		hooks: map[domain.ID]feed.Webhook{}}
	h := page.inFrontOf(gateway)
	if empty := send(h, "GET", "/_local", "*/*").Body.String(); !strings.Contains(empty, `"deliveries":[]`) {
		t.Errorf("before a webhook is due: %s", empty)
	}
	ran := errors.New("ran")
	if err := page.noting(func(context.Context) error { return ran }, now)(t.Context()); !errors.Is(err, ran) {
		t.Errorf("the run was not passed on: %v", err)
	}
	for _, path := range []string{"/_local", "/_local/"} {
		shown := send(h, "GET", path, "text/html").Body.String()
		for _, part := range []string{"Hello &lt;b&gt;", "ada@example.com", "entry.created", "(204)",
			"https://hooks.example.com/in", "All accounts have the password", `http-equiv="refresh"`} {
			if !strings.Contains(shown, part) {
				t.Errorf("%s lacks %q:\n%s", path, part, shown)
			}
		}
	}
	if got := send(h, "POST", "/_local", "*/*").Code; got != http.StatusTeapot {
		t.Errorf("POST %d", got)
	}
	page.store = fakeDeliveries{errors.New("no")}
	if got := send(h, "GET", "/_local", "*/*").Code; got != http.StatusServiceUnavailable {
		t.Errorf("without a table %d", got)
	}
}
