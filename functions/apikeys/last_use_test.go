package apikeys_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// The last use is recorded once an hour, for any number of concurrent requests.
func TestLastUseIsRecordedHourly(t *testing.T) {
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	raw, _ := createToken(t, ada)
	last := func() any { return ada.Get("/api/auth/api-keys").Items()[0]["last_used_at"] }
	h.Probe.Reset()
	testkit.Race(t, 20, func(int) { getWithKey(h, raw).OK() })
	for range 50 {
		h.Clock.Advance(time.Second)
		getWithKey(h, raw).OK()
	}
	applied := 0
	for _, call := range h.Probe.Log() {
		if call.Op == "UpdateItem" && call.Err == nil {
			applied++
		}
	}
	if applied != 1 || last() != "2026-06-17T12:00:00Z" {
		t.Errorf("%d writes, last use %v; want one write", applied, last())
	}
	h.Clock.Advance(time.Hour - 51*time.Second)
	getWithKey(h, raw).OK()
	signedIn := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{ada.RefreshCookie}}))
	if got := signedIn.Get("/api/auth/api-keys").Items()[0]["last_used_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("a second before the hour: %v", got)
	}
	h.Clock.Advance(time.Second)
	getWithKey(h, raw).OK()
	if got := signedIn.Get("/api/auth/api-keys").Items()[0]["last_used_at"]; got != "2026-06-17T13:00:00Z" {
		t.Errorf("after an hour: %v", got)
	}
}

// A request succeeds without a delay when recording the last use fails.
func TestFailureToRecordUseIsIgnored(t *testing.T) {
	for name, effect := range map[string]testkit.Effect{
		"before": testkit.FailBefore(testkit.InternalError), "after": testkit.FailAfter(testkit.Disconnected),
		"throttled": testkit.FailBefore(testkit.Throttled), "hanging": testkit.Hold(make(chan struct{})),
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			raw, _ := createToken(t, h.Register("ada"))
			fault := h.Probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("UpdateItem"), Times: testkit.Always})
			getWithKey(h, raw).OK()
			if fault.Hits() == 0 {
				t.Error("no write was made to fail")
			}
		})
	}
}
