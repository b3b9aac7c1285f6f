package calendar_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
)

// respondWith makes a handler that answers with a status and a body.
func respondWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Each failure of the provider's API gets its problem, and the connection does not
// change.
func TestProviderFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by         http.HandlerFunc
		status     int
		code, wait string // of Retry-After
	}{
		"500":     {respondWith(500, "ada"), 503, "calendar_provider_unavailable", ""},
		"503":     {respondWith(503, ""), 503, "calendar_provider_unavailable", ""},
		"garbage": {respondWith(200, "\xff{"), 503, "calendar_provider_unavailable", ""},
		"a page":  {respondWith(200, "<html>"), 503, "calendar_provider_unavailable", ""},
		"two megabytes": {respondWith(200, `{"items":[`+strings.Repeat(" ", 2<<20)+`]}`), 503,
			"calendar_provider_unavailable", ""},
		"hung up": {hangUp, 503, "calendar_provider_unavailable", ""},
		"moved": {gcalendar.ErrorHandler(307, "", "Location", "http://localhost:1/"), 503,
			"calendar_provider_unavailable", ""},
		"without an end": {
			respondWith(200, `{"items":[],"nextPageToken":"again"}`), 503, "calendar_provider_unavailable", ""},
		"429": {gcalendar.ErrorHandler(429, "rateLimitExceeded", "Retry-After", "17"), 429,
			"calendar_provider_throttled", "17"},
		"429 until a time": {
			gcalendar.ErrorHandler(429, "", "Retry-After", apitest.StartTime.Add(time.Minute).Format(http.TimeFormat)), 429,
			"calendar_provider_throttled", "60"},
		"429 without words": {respondWith(429, ""), 429, "calendar_provider_throttled", "30"},
		"429 forever": {gcalendar.ErrorHandler(429, "", "Retry-After", "1000000"), 429, "calendar_provider_throttled",
			"3600"},
		"429 since long": {gcalendar.ErrorHandler(429, "", "Retry-After", "-5"), 429, "calendar_provider_throttled",
			"1"},
		"not for us":        {gcalendar.ErrorHandler(403, "accessNotConfigured"), 503, "calendar_provider_unavailable", ""},
		"403 without words": {respondWith(403, ""), 503, "calendar_provider_unavailable", ""},
		"too often": {gcalendar.ErrorHandler(403, "userRateLimitExceeded", "Retry-After", "9"), 429,
			"calendar_provider_throttled", "9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			provider.SetHandler(gcalendar.CalendarListPath, c.by)
			answer := owner.Get(eventsPath)
			answer.Problem(c.status, c.code)
			if got := answer.Header.Get("Retry-After"); got != c.wait && c.wait != "" {
				t.Errorf("Retry-After %q, want %q", got, c.wait)
			}
			if status := owner.Get(apitest.ConnectionsPath).Items()[0]["status"]; status != "active" {
				t.Errorf("the connection is %v", status)
			}
			provider.SetHandler(gcalendar.CalendarListPath, nil)
			if got := titles(t, owner.Get(eventsPath)); got != "planning" {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

// A provider that does not answer is given up after five seconds.
func TestSlowProvider(t *testing.T) {
	t.Parallel()
	_, provider, owner := newConnectedUser(t, primaryCalendar())
	waited := make(chan time.Duration, 10)
	provider.SetHandler(gcalendar.CalendarListPath, func(_ http.ResponseWriter, r *http.Request) {
		began := time.Now() // what the service does before does not count
		<-r.Context().Done()
		waited <- time.Since(began)
	})
	owner.Get(eventsPath).Problem(503, "calendar_provider_unavailable")
	if took := <-waited; took > 11*time.Second {
		t.Errorf("given up after %v", took)
	}
}

func TestDeletedCalendarIsSkipped(t *testing.T) {
	t.Parallel()
	_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)),
		gcalendar.Calendar{ID: "gone", Selected: true, Events: []gcalendar.Event{meeting("lost", 18, 9)}})
	for status, reason := range map[int]string{404: "notFound", 410: "deleted", 403: "forbidden"} {
		provider.SetHandler(gcalendar.APIPath+"/calendars/gone/events", gcalendar.ErrorHandler(status, reason))
		if got := titles(t, owner.Get(eventsPath)); got != "planning" {
			t.Errorf("%d: %s", status, got)
		}
	}
}

// A grant that was revoked or is insufficient marks the connection. The provider is
// not called until the user has connected again.
func TestRevokedGrant(t *testing.T) {
	t.Parallel()
	for name, withdraw := range map[string]func(*apitest.CalendarProvider){
		"by the owner": func(p *apitest.CalendarProvider) { p.RevokeGrants(calendarUser) },
		"in part": func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.CalendarListPath, gcalendar.ErrorHandler(403, "insufficientPermissions"))
		},
		"in other words": func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.CalendarListPath, respondWith(403,
				`{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT"}]}}`))
		},
		"by the provider": func(p *apitest.CalendarProvider) {
			p.ExpireTokens(calendarUser)
			p.SetHandler(gcalendar.TokenPath, respondWith(400, `{"error":"invalid_grant","error_description":"ada"}`))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			withdraw(provider)
			owner.Get(eventsPath).Problem(503, "calendar_token_revoked")
			calls := provider.CountCalls(gcalendar.TokenPath) + provider.CountCalls(gcalendar.CalendarListPath)
			owner.Get(eventsPath).Problem(503, "calendar_token_revoked")
			if again := provider.CountCalls(gcalendar.TokenPath) +
				provider.CountCalls(gcalendar.CalendarListPath); again != calls {
				t.Errorf("the provider was called %d times more", again-calls)
			}
			if status := owner.Get(apitest.ConnectionsPath).Items()[0]["status"]; status != "reconnect_required" {
				t.Errorf("the connection is %v", status)
			}
			provider.SetHandler(gcalendar.CalendarListPath, nil)
			provider.SetHandler(gcalendar.TokenPath, nil)
			owner.ConnectCalendar(provider, calendarUser)
			if got := titles(t, owner.Get(eventsPath)); got != "planning" {
				t.Errorf("connected again: %s", got)
			}
		})
	}
}

// A connection is removed even when the provider fails.
func TestDisconnectWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]http.HandlerFunc{"500": respondWith(500, ""), "hung up": hangUp,
		"unknown": gcalendar.ErrorHandler(400, "invalid_token")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, owner := newConnectedUser(t, primaryCalendar())
			provider.SetHandler(gcalendar.RevokePath, by)
			owner.Delete(apitest.ConnectionsPath + "/external").OK()
			if n := len(owner.Get(apitest.ConnectionsPath).Items()); n != 0 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

func TestUnknownProvider(t *testing.T) {
	t.Parallel()
	_, _, owner := newConnectedUser(t, primaryCalendar())
	owner.Delete(apitest.ConnectionsPath+"/google").Problem(404, "not_found")
	if n := len(owner.Get(apitest.ConnectionsPath).Items()); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// Without a configured provider, every route says so to authenticated callers.
func TestCalendarDisabled(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for _, path := range []string{eventsPath, apitest.ConnectionsPath, apitest.ConnectionsPath + "/external/start"} {
		owner.Get(path).Problem(503, "calendar_disabled")
		api.Send(apitest.Request{Method: "GET", Path: path}).Problem(401, "unauthorized")
	}
	owner.Get(eventsPath+"?from=x").Problem(503, "calendar_disabled")
	owner.Delete(apitest.ConnectionsPath+"/external").Problem(503, "calendar_disabled")
	api.Send(apitest.Request{Method: "GET", Path: apitest.ConnectionsPath + "/external/callback?code=x&state=y"}).Problem(
		503, "calendar_disabled")
}
