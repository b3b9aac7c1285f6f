package calendar_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
)

// Concurrent requests with an expired access token renew it once, also across
// instances.
func TestParallelRequestsRenewOnce(t *testing.T) {
	t.Parallel()
	for name, instances := range map[string]int{"one instance": 1, "three instances": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			handlers := []http.Handler{api.Handler}
			for range instances - 1 {
				handlers = append(handlers, api.NewInstance())
			}
			api.Clock.Advance(time.Hour)
			owner = owner.SignInAgain()
			before := provider.CountCalls(gcalendar.TokenPath)
			testkit.Race(t, 20, func(i int) {
				answer := api.SendTo(handlers[i%len(handlers)],
					apitest.Request{Method: "GET", Path: eventsPath, Bearer: owner.Token})
				if answer.Status != 200 || len(answer.Items()) != 1 {
					t.Errorf("%d\n%s", answer.Status, answer.Body)
				}
			})
			if n := provider.CountCalls(gcalendar.TokenPath) - before; n != 1 {
				t.Errorf("%d renewals", n)
			}
		})
	}
}

// A token is renewed before it expires, and once more when the provider refuses it.
func TestWhenTokensAreRenewed(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	renewals := func(want int) {
		t.Helper()
		before := provider.CountCalls(gcalendar.TokenPath)
		if got := titles(t, owner.Get(eventsPath)); got != "planning" {
			t.Errorf("events %s", got)
		}
		if n := provider.CountCalls(gcalendar.TokenPath) - before; n != want {
			t.Errorf("%d renewals, want %d", n, want)
		}
	}
	renewals(0)
	api.Clock.Advance(58*time.Minute + 59*time.Second)
	owner = owner.SignInAgain()
	renewals(0)
	api.Clock.Advance(time.Second) // a minute before its end
	renewals(1)
	renewals(0)
	provider.ExpireTokens(calendarUser)
	renewals(1)
	provider.SetHandler(gcalendar.CalendarListPath, gcalendar.ErrorHandler(401, "authError"))
	before := provider.CountCalls(gcalendar.TokenPath)
	owner.Get(eventsPath).Problem(503, "calendar_provider_unavailable")
	if n := provider.CountCalls(gcalendar.TokenPath) - before; n != 1 {
		t.Errorf("%d renewals for a provider that refuses all tokens", n)
	}
}

// A token that lives shorter than the expiry margin is used for the request that
// renewed it.
func TestShortLivedTokens(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	provider.SetCalendars(calendarUser, primaryCalendar(meeting("planning", 18, 9)))
	provider.SetTokenLifetime(30 * time.Second)
	owner := api.Register("ada")
	owner.ConnectCalendar(provider, calendarUser)
	for range 2 {
		if got := titles(t, owner.Get(eventsPath)); got != "planning" {
			t.Errorf("events %s", got)
		}
	}
}

// After a failed renewal, the next request tries again with the same grant.
func TestFailedRenewal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by     http.HandlerFunc
		status int
		code   string
	}{
		"500":                     {respondWith(500, ""), 503, "calendar_provider_unavailable"},
		"429":                     {gcalendar.ErrorHandler(429, "", "Retry-After", "5"), 429, "calendar_provider_throttled"},
		"our own secret is wrong": {respondWith(401, `{"error":"invalid_client"}`), 503, "calendar_provider_unavailable"},
		"hung up":                 {hangUp, 503, "calendar_provider_unavailable"},
		"a token too long": {respondWith(200, `{"access_token":"`+strings.Repeat("a", 5000)+
			`","token_type":"Bearer"}`), 503, "calendar_provider_unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			provider.ExpireTokens(calendarUser)
			provider.SetHandler(gcalendar.TokenPath, c.by)
			for range 2 {
				owner.Get(eventsPath).Problem(c.status, c.code)
			}
			provider.SetHandler(gcalendar.TokenPath, nil)
			if got := titles(t, owner.Get(eventsPath)); got != "planning" {
				t.Errorf("events %s", got)
			}
		})
	}
}

// When an instance stops during a renewal, others wait no longer than a renewal may
// take.
func TestInstanceDiesDuringARenewal(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.ExpireTokens(calendarUser)
	// The claim is written, and nothing after it.
	api.Probe.Inject(testkit.Fault{
		Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("PutItem"), Skip: 1, Times: testkit.Always,
		WholeCall: true,
	})
	if answer := owner.Get(eventsPath); answer.Status < 500 {
		t.Errorf("%d although nothing could be written", answer.Status)
	}
	api.Probe.Reset()
	api.Clock.Advance(renewalTime)
	if got := titles(t, owner.Get(eventsPath)); got != "planning" {
		t.Errorf("events %s", got)
	}
}

// A renewal does not overwrite a connection that was removed or replaced during it.
func TestDisconnectDuringARenewal(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*apitest.CalendarProvider, *apitest.User){
		"ended": func(_ *apitest.CalendarProvider, owner *apitest.User) {
			owner.Delete(apitest.ConnectionsPath + "/external").OK()
		},
		"connected again": func(p *apitest.CalendarProvider, owner *apitest.User) {
			p.SetHandler(gcalendar.TokenPath, nil)
			owner.ConnectCalendar(p, "other@calendars.example")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			provider.ExpireTokens(calendarUser)
			provider.SetHandler(gcalendar.TokenPath, func(w http.ResponseWriter, r *http.Request) {
				provider.SetHandler(gcalendar.TokenPath, nil)
				change(provider, owner)
				respondWith(200, `{"access_token":"late","token_type":"Bearer","expires_in":3600}`)(w, r)
			})
			if n := len(owner.Get(eventsPath).Items()); n != 0 {
				t.Errorf("%d events of a removed connection", n)
			}
			items := owner.Get(apitest.ConnectionsPath).Items()
			if name == "ended" && len(items) != 0 || name != "ended" &&
				(len(items) != 1 || items[0]["account_email"] != "other@calendars.example") {
				t.Errorf("connections %v", items)
			}
		})
	}
}
