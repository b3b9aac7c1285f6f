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
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	raw, _ := createKey(t, owner)
	last := func() any { return owner.Get("/api/auth/api-keys").Items()[0]["last_used_at"] }
	api.Probe.Reset()
	testkit.Race(t, 20, func(int) { api.UseKey(raw).OK() })
	for range 50 {
		api.Clock.Advance(time.Second)
		api.UseKey(raw).OK()
	}
	applied := 0
	for _, call := range api.Probe.Log() {
		if call.Op == "UpdateItem" && call.Err == nil {
			applied++
		}
	}
	if applied != 1 || last() != "2026-06-17T12:00:00Z" {
		t.Errorf("%d writes, last use %v; want one write", applied, last())
	}
	api.Clock.Advance(time.Hour - 51*time.Second)
	api.UseKey(raw).OK()
	signedIn := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{owner.RefreshCookie}}))
	if got := signedIn.Get("/api/auth/api-keys").Items()[0]["last_used_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("a second before the hour: %v", got)
	}
	api.Clock.Advance(time.Second)
	api.UseKey(raw).OK()
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
			api := apitest.New(t)
			raw, _ := createKey(t, api.Register("ada"))
			fault := api.Probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("UpdateItem"), Times: testkit.Always})
			api.UseKey(raw).OK()
			if fault.Hits() == 0 {
				t.Error("no write was made to fail")
			}
		})
	}
}
