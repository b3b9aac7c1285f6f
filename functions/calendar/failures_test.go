package calendar_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/testkit/gcalendar"
)

// saying answers with a status and a body.
func saying(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Whatever the provider's API does wrong, the caller is told what it means for
// them, and the connection is what it was.
func TestFailuresOfTheCalendar(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by         http.HandlerFunc
		status     int
		code, wait string // of Retry-After
	}{
		"500":               {saying(500, "ada"), 503, "calendar_provider_unavailable", ""},
		"503":               {saying(503, ""), 503, "calendar_provider_unavailable", ""},
		"garbage":           {saying(200, "\xff{"), 503, "calendar_provider_unavailable", ""},
		"a page":            {saying(200, "<html>"), 503, "calendar_provider_unavailable", ""},
		"two megabytes":     {saying(200, `{"items":[`+strings.Repeat(" ", 2<<20)+`]}`), 503, "calendar_provider_unavailable", ""},
		"hung up":           {hangUp, 503, "calendar_provider_unavailable", ""},
		"moved":             {gcalendar.Refuse(307, "", "Location", "http://localhost:1/"), 503, "calendar_provider_unavailable", ""},
		"without an end":    {saying(200, `{"items":[],"nextPageToken":"again"}`), 503, "calendar_provider_unavailable", ""},
		"429":               {gcalendar.Refuse(429, "rateLimitExceeded", "Retry-After", "17"), 429, "calendar_provider_throttled", "17"},
		"429 until a time":  {gcalendar.Refuse(429, "", "Retry-After", apitest.Start.Add(time.Minute).Format(http.TimeFormat)), 429, "calendar_provider_throttled", "60"},
		"429 without words": {saying(429, ""), 429, "calendar_provider_throttled", "30"},
		"429 forever":       {gcalendar.Refuse(429, "", "Retry-After", "1000000"), 429, "calendar_provider_throttled", "3600"},
		"429 since long":    {gcalendar.Refuse(429, "", "Retry-After", "-5"), 429, "calendar_provider_throttled", "1"},
		"not for us":        {gcalendar.Refuse(403, "accessNotConfigured"), 503, "calendar_provider_unavailable", ""},
		"403 without words": {saying(403, ""), 503, "calendar_provider_unavailable", ""},
		"too often":         {gcalendar.Refuse(403, "userRateLimitExceeded", "Retry-After", "9"), 429, "calendar_provider_throttled", "9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, ada := connected(t, primary(meeting("planning", 18, 9)))
			provider.Break(gcalendar.ListPath, c.by)
			answer := ada.Get(eventsPath)
			answer.Problem(c.status, c.code)
			if got := answer.Header.Get("Retry-After"); got != c.wait && c.wait != "" {
				t.Errorf("Retry-After %q, want %q", got, c.wait)
			}
			if status := ada.Get(apitest.Connections).Items()[0]["status"]; status != "active" {
				t.Errorf("the connection is %v", status)
			}
			provider.Break(gcalendar.ListPath, nil)
			if got := titles(t, ada.Get(eventsPath)); got != "planning" {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

// A provider that does not answer is given five seconds.
func TestASlowProvider(t *testing.T) {
	t.Parallel()
	_, provider, ada := connected(t, primary())
	provider.Break(gcalendar.ListPath, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	began := time.Now()
	ada.Get(eventsPath).Problem(503, "calendar_provider_unavailable")
	if took := time.Since(began); took > 11*time.Second {
		t.Errorf("given up after %v", took)
	}
}

func TestACalendarThatIsGoneIsLeftOut(t *testing.T) {
	t.Parallel()
	_, provider, ada := connected(t, primary(meeting("planning", 18, 9)),
		gcalendar.Calendar{ID: "gone", Selected: true, Events: []gcalendar.Event{meeting("lost", 18, 9)}})
	for status, reason := range map[int]string{404: "notFound", 410: "deleted", 403: "forbidden"} {
		provider.Break(gcalendar.APIPath+"/calendars/gone/events", gcalendar.Refuse(status, reason))
		if got := titles(t, ada.Get(eventsPath)); got != "planning" {
			t.Errorf("%d: %s", status, got)
		}
	}
}

// A grant that was withdrawn, or that does not reach as far as reading, needs to
// be given anew, and nothing is asked of the provider until then.
func TestAWithdrawnGrant(t *testing.T) {
	t.Parallel()
	for name, withdraw := range map[string]func(*apitest.Calendars){
		"by the owner": func(p *apitest.Calendars) { p.Withdraw(account) },
		"in part": func(p *apitest.Calendars) {
			p.Break(gcalendar.ListPath, gcalendar.Refuse(403, "insufficientPermissions"))
		},
		"in other words": func(p *apitest.Calendars) {
			p.Break(gcalendar.ListPath, saying(403, `{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT"}]}}`))
		},
		"by the provider": func(p *apitest.Calendars) {
			p.Expire(account)
			p.Break(gcalendar.TokenPath, saying(400, `{"error":"invalid_grant","error_description":"ada"}`))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, ada := connected(t, primary(meeting("planning", 18, 9)))
			withdraw(provider)
			ada.Get(eventsPath).Problem(503, "calendar_token_revoked")
			asked := provider.Calls(gcalendar.TokenPath) + provider.Calls(gcalendar.ListPath)
			ada.Get(eventsPath).Problem(503, "calendar_token_revoked")
			if again := provider.Calls(gcalendar.TokenPath) + provider.Calls(gcalendar.ListPath); again != asked {
				t.Errorf("the provider was asked %d times more", again-asked)
			}
			if status := ada.Get(apitest.Connections).Items()[0]["status"]; status != "reconnect_required" {
				t.Errorf("the connection is %v", status)
			}
			provider.Break(gcalendar.ListPath, nil)
			provider.Break(gcalendar.TokenPath, nil)
			ada.Connect(provider, account)
			if got := titles(t, ada.Get(eventsPath)); got != "planning" {
				t.Errorf("connected again: %s", got)
			}
		})
	}
}

// A connection ends here whatever the provider says to it.
func TestEndingWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]http.HandlerFunc{"500": saying(500, ""), "hung up": hangUp, "unknown": gcalendar.Refuse(400, "invalid_token")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, ada := connected(t, primary())
			provider.Break(gcalendar.RevokePath, by)
			ada.Delete(apitest.Connections + "/external").OK()
			if n := len(ada.Get(apitest.Connections).Items()); n != 0 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

func TestThereIsOneProvider(t *testing.T) {
	t.Parallel()
	_, _, ada := connected(t, primary())
	ada.Delete(apitest.Connections+"/google").Problem(404, "not_found")
	if n := len(ada.Get(apitest.Connections).Items()); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// Where no calendar is configured every route says so, but not to strangers.
func TestWithoutACalendar(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	for _, path := range []string{eventsPath, apitest.Connections, apitest.Connections + "/external/start"} {
		ada.Get(path).Problem(503, "calendar_disabled")
		h.Send(apitest.Request{Method: "GET", Path: path}).Problem(401, "unauthorized")
	}
	ada.Get(eventsPath+"?from=x").Problem(503, "calendar_disabled")
	ada.Delete(apitest.Connections+"/external").Problem(503, "calendar_disabled")
	h.Send(apitest.Request{Method: "GET", Path: apitest.Connections + "/external/callback?code=x&state=y"}).Problem(503, "calendar_disabled")
}
