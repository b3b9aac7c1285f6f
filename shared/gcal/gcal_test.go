package gcal_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
)

var now = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// canary is in every response of the fake; no failure may repeat it.
const canary = "c4nary"

// reply is what the fake provider answers at a path.
type reply struct {
	status     int // 0 is 200
	body       string
	retryAfter string
}

// newClient makes a client of a fake provider with one reply per path. A path that is
// asked again gets the same reply.
func newClient(t *testing.T, replies map[string]reply) *gcal.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := replies[r.URL.Path]
		if !ok {
			t.Errorf("unexpected call of %s", r.URL.Path)
		}
		w.Header().Set("Content-Type", "application/json")
		if answer.retryAfter != "" {
			w.Header().Set("Retry-After", answer.retryAfter)
		}
		if answer.status != 0 {
			w.WriteHeader(answer.status)
		}
		_, _ = w.Write([]byte(answer.body))
	}))
	t.Cleanup(server.Close)
	return gcal.New(gcal.Options{
		ClientID: "client", ClientSecret: func(context.Context) (string, error) { return "secret", nil },
		AuthURL: server.URL + "/auth", TokenURL: server.URL + "/token", RevokeURL: server.URL + "/revoke", APIURL: server.URL,
		HTTP: oauth.NewRawHTTPClient(10 * time.Second), Now: func() time.Time { return now },
	})
}

// kindOf is the kind of a failure, with the time to wait if there is one; "OK" without
// a failure.
func kindOf(t *testing.T, err error) string {
	t.Helper()
	var failure *gcal.Failure
	switch {
	case err == nil:
		return "OK"
	case strings.Contains(err.Error(), canary):
		t.Errorf("a failure repeats what the provider sent: %v", err)
	case !errors.As(err, &failure):
		return err.Error()
	}
	if failure.RetryAfter > 0 {
		return fmt.Sprintf("%s %s", failure.Kind, failure.RetryAfter)
	}
	return string(failure.Kind)
}

func TestTokens(t *testing.T) {
	t.Parallel()
	const whole = `{"access_token":"a","refresh_token":"r2","token_type":"Bearer","expires_in":3600}`
	for _, c := range []struct {
		name            string
		reply           reply
		redeem, refresh string
		lifetime        time.Duration
		refreshToken    string // after a refresh
	}{
		{"all there", reply{body: whole}, "OK", "OK", time.Hour, "r2"},
		{"the same refresh token", reply{body: strings.Replace(whole, "r2", "r1", 1)}, "OK", "OK", time.Hour, ""},
		{"no refresh token", reply{body: `{"access_token":"a","token_type":"Bearer","expires_in":60}`}, "refused", "OK",
			time.Minute, ""},
		{"no lifetime", reply{body: `{"access_token":"a","refresh_token":"r2","token_type":"Bearer"}`}, "OK", "OK",
			5 * time.Minute, "r2"},
		{"an ended grant", reply{status: 400, body: `{"error":"invalid_grant","error_description":"` + canary + `"}`},
			"refused", "revoked", 0, ""},
		{"a wrong registration", reply{status: 401, body: `{"error":"invalid_client"}`}, "refused", "unavailable", 0, ""},
		{"too many calls", reply{status: 429, body: canary, retryAfter: "7"}, "throttled 7s", "throttled 7s", 0, ""},
		{"a broken provider", reply{status: 500, body: canary}, "unavailable", "unavailable", 0, ""},
		{"no JSON", reply{body: canary}, "unavailable", "unavailable", 0, ""},
	} {
		client := newClient(t, map[string]reply{"/token": c.reply})
		_, err := client.Redeem(t.Context(), "code", oauth.Attempt{Verifier: "v"})
		if got := kindOf(t, err); got != c.redeem {
			t.Errorf("%s: redeem is %s, want %s", c.name, got, c.redeem)
		}
		grant, err := client.Refresh(t.Context(), "r1")
		if got := kindOf(t, err); got != c.refresh {
			t.Errorf("%s: refresh is %s, want %s", c.name, got, c.refresh)
		}
		if err == nil && (grant.AccessToken != "a" || grant.Lifetime != c.lifetime || grant.RefreshToken != c.refreshToken) {
			t.Errorf("%s: grant %+v", c.name, grant)
		}
	}
}

func TestFailuresOfTheAPI(t *testing.T) {
	t.Parallel()
	errorBody := func(reason string) string {
		return `{"error":{"message":"` + canary + `","errors":[{"reason":"` + reason + `"}]}}`
	}
	for _, c := range []struct {
		reply reply
		want  string
	}{
		{reply{body: `{"id":"ada@example.com"}`}, "OK"},
		{reply{body: `{}`}, "unavailable"},
		{reply{body: `{"id":"` + strings.Repeat("x", 321) + `"}`}, "unavailable"},
		{reply{body: canary}, "unavailable"},
		{reply{status: 400, body: canary}, "unavailable"},
		{reply{status: 401, body: canary}, "expired"},
		{reply{status: 403, body: canary}, "forbidden"},
		{reply{status: 403, body: errorBody("forbidden")}, "forbidden"},
		{reply{status: 403, body: errorBody("insufficientPermissions")}, "revoked"},
		{reply{status: 403, body: `{"error":{"details":[{"reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT"}]}}`}, "revoked"},
		{reply{status: 403, body: errorBody("userRateLimitExceeded"), retryAfter: "60"}, "throttled 1m0s"},
		{reply{status: 404, body: canary}, "missing"},
		{reply{status: 410, body: canary}, "missing"},
		{reply{status: 429, body: canary}, "throttled 30s"},
		{reply{status: 429, retryAfter: "0"}, "throttled 1s"},
		{reply{status: 429, retryAfter: "86400"}, "throttled 1h0m0s"},
		{reply{status: 429, retryAfter: now.Add(90 * time.Second).Format(http.TimeFormat)}, "throttled 1m30s"},
		{reply{status: 429, retryAfter: "soon"}, "throttled 30s"},
		{reply{status: 503, body: canary}, "unavailable"},
	} {
		client := newClient(t, map[string]reply{"/users/me/calendarList/primary": c.reply})
		_, err := client.AccountName(t.Context(), "access")
		if got := kindOf(t, err); got != c.want {
			t.Errorf("%+v: %s, want %s", c.reply, got, c.want)
		}
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{200: "OK", 404: "missing", 500: "unavailable"} {
		client := newClient(t, map[string]reply{"/revoke": {status: status, body: canary}})
		if got := kindOf(t, client.Revoke(t.Context(), "r")); got != want {
			t.Errorf("%d: %s, want %s", status, got, want)
		}
	}
}

// Each row is one event of the primary calendar, in the time zone Europe/Berlin. The
// span is 17 June 2026 in UTC.
func TestEvents(t *testing.T) {
	t.Parallel()
	const timed = `"start":{"dateTime":"2026-06-17T10:00:00+02:00"},"end":{"dateTime":"2026-06-17T11:00:00+02:00"}`
	from, to := domain.InstantOf(now.Add(-12*time.Hour)), domain.InstantOf(now.Add(12*time.Hour))
	for _, c := range []struct {
		name, event string
		want        string // start, title, status and address; "" is left out
	}{
		{"confirmed", `{"id":"1","status":"confirmed","summary":"Call","htmlLink":"https://c.example/1",` + timed + `}`,
			"2026-06-17T08:00:00Z Call confirmed https://c.example/1"},
		{"without title and address", `{"id":"1",` + timed + `}`, "2026-06-17T08:00:00Z  confirmed "},
		{"tentative", `{"id":"1","status":"tentative",` + timed + `}`, "2026-06-17T08:00:00Z  tentative "},
		{"accepted as tentative", `{"id":"1",` + timed + `,"attendees":[{"self":true,"responseStatus":"tentative"}]}`,
			"2026-06-17T08:00:00Z  tentative "},
		{"declined", `{"id":"1",` + timed + `,"attendees":[{"self":true,"responseStatus":"declined"}]}`, ""},
		{"declined by another guest", `{"id":"1",` + timed + `,"attendees":[{"responseStatus":"declined"}]}`,
			"2026-06-17T08:00:00Z  confirmed "},
		{"cancelled", `{"id":"1","status":"cancelled",` + timed + `}`, ""},
		{"a working location", `{"id":"1","eventType":"workingLocation",` + timed + `}`, ""},
		{"an unsafe address", `{"id":"1","htmlLink":"javascript:alert(1)",` + timed + `}`,
			"2026-06-17T08:00:00Z  confirmed "},
		{"all day, starts on the 17th in UTC", `{"id":"1","start":{"date":"2026-06-18"},"end":{"date":"2026-06-19"}}`,
			"2026-06-17T22:00:00Z  confirmed "},
		{"all day, starts before", `{"id":"1","start":{"date":"2026-06-17"},"end":{"date":"2026-06-18"}}`, ""},
		{"starts at the end of the span",
			`{"id":"1","start":{"dateTime":"2026-06-18T00:00:00Z"},"end":{"dateTime":"2026-06-18T01:00:00Z"}}`, ""},
		{"ends before it starts",
			`{"id":"1","start":{"dateTime":"2026-06-17T10:00:00Z"},"end":{"dateTime":"2026-06-17T09:00:00Z"}}`, ""},
		{"without a start", `{"id":"1","end":{"dateTime":"2026-06-17T09:00:00Z"}}`, ""},
		{"without an id", `{` + timed + `}`, ""},
	} {
		client := newClient(t, map[string]reply{
			"/users/me/calendarList": {body: `{"items":[{"id":"main","primary":true}]}`},
			"/calendars/main/events": {body: `{"timeZone":"Europe/Berlin","items":[` + c.event + `]}`},
		})
		events, err := client.Events(t.Context(), "access", from, to)
		got := ""
		for _, e := range events {
			got += fmt.Sprintf("%s %s %s %s", e.Start, e.Title, e.Status, e.URL)
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

func TestCalendarsThatAreRead(t *testing.T) {
	t.Parallel()
	const event = `{"items":[{"id":"1","start":{"dateTime":"2026-06-17T10:00:00Z"},"end":{"dateTime":"2026-06-17T11:00:00Z"}}]}`
	// Its twenty pages would have six megabytes.
	large := reply{body: strings.Replace(strings.Replace(event, `"1"`, `"`+strings.Repeat("1", 300<<10)+`"`, 1),
		`{"items"`, `{"nextPageToken":"x","items"`, 1)}
	list := reply{body: `{"items":[{"id":"hidden"},{"id":"team","selected":true},{"id":"main","primary":true}]}`}
	from, to := domain.InstantOf(now.Add(-12*time.Hour)), domain.InstantOf(now.Add(12*time.Hour))
	for _, c := range []struct {
		name       string
		main, team reply
		want       string
		from       []string
	}{
		{"both", reply{body: event}, reply{body: event}, "OK", []string{"main", "team"}},
		{"without one that was removed", reply{body: event}, reply{status: 404}, "OK", []string{"main"}},
		{"without one that is no longer shared", reply{body: event}, reply{status: 403}, "OK", []string{"main"}},
		{"not without the primary one", reply{status: 403}, reply{body: event}, "forbidden", nil},
		{"not while one is broken", reply{body: event}, reply{status: 500}, "unavailable", nil},
		{"not a list without an end", reply{body: event}, reply{body: `{"nextPageToken":"x"}`}, "unavailable", nil},
		{"not more than a response holds", reply{body: event}, large, gcal.ErrTooManyEvents.Error(), nil},
	} {
		client := newClient(t, map[string]reply{"/users/me/calendarList": list, "/calendars/main/events": c.main,
			"/calendars/team/events": c.team})
		events, err := client.Events(t.Context(), "access", from, to)
		if got := kindOf(t, err); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
			continue
		}
		var calendars []string
		for _, e := range events {
			calendars = append(calendars, e.CalendarID)
		}
		if err == nil && !slices.Equal(calendars, c.from) {
			t.Errorf("%s: events of %q, want %q", c.name, calendars, c.from)
		}
	}
}
