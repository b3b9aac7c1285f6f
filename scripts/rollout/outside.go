package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/demo"
)

// outside is what both releases call: a provider of calendars, and the receiver of a webhook.
type outside struct {
	calendars                *gcalendar.Provider
	calendarServer, receiver *httptest.Server
	webhook                  *demo.Receiver
	received, refused        atomic.Int64
}

func startOutside() *outside {
	o := &outside{calendars: gcalendar.New(time.Now), webhook: demo.NewReceiver(io.Discard, time.Now)}
	demo.AddCalendars(o.calendars, time.Now())
	o.calendarServer = httptest.NewServer(o.calendars)
	o.receiver = httptest.NewServer(http.HandlerFunc(o.receive))
	return o
}

// receive counts the deliveries, and those that the secret of the webhook did not sign.
func (o *outside) receive(w http.ResponseWriter, r *http.Request) {
	answer := httptest.NewRecorder()
	o.webhook.ServeHTTP(answer, r)
	o.received.Add(1)
	if answer.Code != http.StatusOK {
		o.refused.Add(1)
	}
	w.WriteHeader(answer.Code)
}

// connect connects the calendars and the webhook of the demo's agency.
func (o *outside) connect(ctx context.Context, address string) error {
	return errors.Join(demo.ConnectCalendars(ctx, address, o.calendars),
		demo.ConnectWebhook(ctx, address, o.webhook, o.receiver.URL))
}

// check checks that deliveries came, and that each was signed.
func (o *outside) check() error {
	if got, refused := o.received.Load(), o.refused.Load(); got == 0 || refused > 0 {
		return fmt.Errorf("%d deliveries of a webhook came, of which %d were not signed by its secret", got, refused)
	}
	return nil
}

func (o *outside) stop() {
	o.calendarServer.Close()
	o.receiver.Close()
}
