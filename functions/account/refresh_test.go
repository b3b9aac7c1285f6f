package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/auth/opaque"
	"stint/shared/auth/token"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/secret"
)

// Clients depend on the attributes of the cookie.
func TestRefreshCookieIsPinned(t *testing.T) {
	for public, want := range map[string]string{
		apitest.BaseURL:             "Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Lax",
		"https://time.example.com":  "Path=/api/auth; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax",
		"https://x.example.com/dev": "Path=/dev/api/auth; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax",
	} {
		api := apitest.New(t, func(c *config.Config) { c.PublicURL = public })
		sent := api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "ada@example.com", "password": apitest.Password, "displayName": "ada",
		}}).Header.Get("Set-Cookie")
		name, attributes, _ := strings.Cut(sent, "; ")
		if !strings.HasPrefix(name, "stint_refresh=") || attributes != want {
			t.Errorf("%s: %s, want %s", public, attributes, want)
		}
	}
}

func TestRefreshRotates(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(time.Hour)
	answer := refreshSession(api, owner.RefreshCookie, nil)
	session, next := answer.OK(), refreshCookieOf(answer)
	if next == nil || next.Value == owner.RefreshCookie.Value {
		t.Fatal("no new refresh token")
	}
	if session["access_token"] == owner.Token || activeWorkspaceID(session) != owner.WorkspaceID ||
		session["expires_in"] != 900.0 {
		t.Errorf("session %v", session)
	}
	owner.Get("/api/auth/me").Problem(401, "unauthorized") // the old access token has expired
	api.UserOf(answer).Get("/api/auth/me").OK()
	api.Clock.Advance(time.Hour)
	refreshSession(api, next, nil).OK()
}

// A session ends after 30 days without use, and after 90 days in any case.
func TestSessionsExpire(t *testing.T) {
	const day = 24 * time.Hour
	api := apitest.New(t)
	idle, used := api.Register("ida"), api.Register("uma")
	api.Clock.Advance(30*day - time.Second)
	refreshSession(api, idle.RefreshCookie, nil).OK()

	cookie := refreshSession(api, used.RefreshCookie, nil)
	for range 2 {
		api.Clock.Advance(25 * day)
		cookie = refreshSession(api, refreshCookieOf(cookie), nil)
		cookie.OK()
	}
	api.Clock.Advance(10 * day)
	last := refreshSession(api, refreshCookieOf(cookie), nil)
	last.OK()
	if got := refreshCookieOf(last).MaxAge; got > int(day/time.Second) {
		t.Errorf("the cookie lives %d s, longer than its session", got)
	}
	api.Clock.Advance(time.Second)
	refreshSession(api, refreshCookieOf(last), nil).Problem(401, "unauthorized")

	over := api.Register("olaf")
	api.Clock.Advance(30 * day)
	refreshSession(api, over.RefreshCookie, nil).Problem(401, "unauthorized")
}

// When the answer of a refresh is lost, the previous token gets the current one again
// for ten seconds.
func TestRefreshGrace(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(time.Minute)
	first := refreshSession(api, owner.RefreshCookie, nil)
	api.Clock.Advance(10 * time.Second)
	api.Probe.Reset()
	again := refreshSession(api, owner.RefreshCookie, nil)
	again.OK()
	if refreshCookieOf(again).Value != refreshCookieOf(first).Value {
		t.Error("the previous token got another one than the current")
	}
	if calls := api.Probe.Snapshot().Calls; len(calls) != 1 || calls["BatchGetItem"] != 1 {
		t.Errorf("calls %v, want one read and no rotation", calls)
	}
	refreshSession(api, refreshCookieOf(first), nil).OK()
}

// A token that is used after the grace period was copied: the session ends for both
// holders.
func TestRefreshReuseEndsTheSession(t *testing.T) {
	for name, reuse := range map[string]func(api *apitest.Service, first *apitest.User) *http.Cookie{
		"the one before, after the grace": func(api *apitest.Service, first *apitest.User) *http.Cookie {
			current := refreshCookieOf(refreshSession(api, first.RefreshCookie, nil))
			api.Clock.Advance(11 * time.Second)
			return current
		},
		"an older one, within the grace": func(api *apitest.Service, first *apitest.User) *http.Cookie {
			return refreshCookieOf(refreshSession(api, refreshCookieOf(refreshSession(api, first.RefreshCookie, nil)), nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			api := apitest.New(t)
			owner := api.Register("ada")
			other := owner.SignInAgain()
			current := reuse(api, owner)
			refreshSession(api, owner.RefreshCookie, object{"workspaceId": "no id"}).Problem(401, "unauthorized")
			refreshSession(api, current, nil).Problem(401, "unauthorized")
			owner.Get("/api/auth/me").Problem(401, "unauthorized")
			other.Get("/api/auth/me").OK() // her other session goes on
			if got := strings.Count(api.Logs.String(), "refresh token used again"); got != 1 {
				t.Errorf("logged %d times, want once", got)
			}
		})
	}
}

func TestRefreshWithoutACredential(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	genuine := decodeRefresh(t, api.Deps.Secrets, owner.RefreshCookie.Value)
	ahead, strange := genuine, genuine
	ahead.Generation += 5
	strange.SessionID = domain.NewID()
	forged := encodeRefresh(t, secret.NewLocal([]byte(strings.Repeat("x", 32))), genuine)
	for name, value := range map[string]string{
		"malformed": "x", "forged": forged, "cut": owner.RefreshCookie.Value[:100], "an access token": owner.Token,
		"no such session": encodeRefresh(t, api.Deps.Secrets, strange), "longer": owner.RefreshCookie.Value + "A",
	} {
		answer := refreshSession(api, &http.Cookie{Name: "stint_refresh", Value: value}, nil)
		answer.Problem(401, "unauthorized")
		if answer.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: no WWW-Authenticate", name)
		}
	}
	refreshSession(api, nil, nil).Problem(401, "unauthorized")
	refreshSession(api, nil, "{broken").Problem(401, "unauthorized")
	refreshSession(api, owner.RefreshCookie, nil).OK() // the session still works
	refreshSession(api, &http.Cookie{Name: "stint_refresh", Value: encodeRefresh(t, api.Deps.Secrets, ahead)},
		nil).Problem(401, "unauthorized")
}

func TestRefreshSwitchesTheWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	addMember(t, owner, outsider.WorkspaceID, "analyst", "2026-06-01T00:00:00Z")
	answer := refreshSession(api, owner.RefreshCookie, object{"workspace_id": strings.ToUpper(outsider.WorkspaceID)})
	session := answer.OK()
	if activeWorkspaceID(session) != outsider.WorkspaceID || session["workspace"].(object)["role"] != "analyst" {
		t.Errorf("workspace %v", session["workspace"])
	}
	if got := api.UserOf(answer).Get("/api/auth/me").OK()["active_workspace_id"]; got != outsider.WorkspaceID {
		t.Errorf("me says %v is active", got)
	}
	// The workspace stays the same, also when the previous token is repeated.
	if got := activeWorkspaceID(refreshSession(api, owner.RefreshCookie, nil).OK()); got != outsider.WorkspaceID {
		t.Errorf("repeated: %s, want %s", got, outsider.WorkspaceID)
	}
	back := refreshSession(api, refreshCookieOf(answer), nil)
	if got := activeWorkspaceID(back.OK()); got != outsider.WorkspaceID {
		t.Errorf("next: %s, want %s", got, outsider.WorkspaceID)
	}
	// After a lost answer of a switch, another switch works with the previous token.
	if got := activeWorkspaceID(refreshSession(api, refreshCookieOf(answer),
		object{"workspaceId": owner.WorkspaceID}).OK()); got != owner.WorkspaceID {
		t.Errorf("switched back: %s, want %s", got, owner.WorkspaceID)
	}
	if got := activeWorkspaceID(refreshSession(api, refreshCookieOf(back), nil).OK()); got != owner.WorkspaceID {
		t.Errorf("after switching back: %s, want %s", got, owner.WorkspaceID)
	}
}

// A workspace that the user is not a member of gets 404, and the token still works.
func TestRefreshIntoAForeignWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner, outsider, otherOutsider := api.Register("ada"), api.Register("bob"), api.Register("eve")
	addMember(t, owner, outsider.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	endMembership(t, owner, outsider.WorkspaceID)
	gone := api.Register("gone")
	addMember(t, owner, gone.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	setAttribute(t, api, "WS#"+gone.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")

	before := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))
	for name, id := range map[string]string{
		"foreign": otherOutsider.WorkspaceID, "left": outsider.WorkspaceID, "deleted": gone.WorkspaceID,
		"unknown": string(domain.NewID()),
	} {
		answer := refreshSession(api, owner.RefreshCookie, object{"workspaceId": id})
		answer.Problem(404, "not_found")
		if refreshCookieOf(answer) != nil {
			t.Errorf("%s: a cookie was set", name)
		}
		byToken := owner.Post("/api/auth/refresh", object{"workspaceId": id})
		byToken.Problem(404, "not_found")
	}
	refreshSession(api, owner.RefreshCookie, object{"workspaceId": "me"}).Invalid("workspaceId uuid_invalid")
	refreshSession(api, owner.RefreshCookie, "{broken").Problem(400, "malformed_request")
	if after := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner)); fmt.Sprint(after) != fmt.Sprint(
		before) {
		t.Errorf("the session changed: %v, before %v", after, before)
	}
	refreshSession(api, owner.RefreshCookie, nil).OK()
}

func sessionID(t *testing.T, api *apitest.Service, p *apitest.User) string {
	t.Helper()
	return string(decodeRefresh(t, api.Deps.Secrets, p.RefreshCookie.Value).SessionID)
}

func decodeRefresh(t *testing.T, from secret.Source, raw string) opaque.RefreshToken {
	t.Helper()
	token, ok, err := opaque.NewRefreshCodec(from).Decode(t.Context(), raw)
	if err != nil || !ok {
		t.Fatalf("Decode: %v, %v", ok, err)
	}
	return token
}

func encodeRefresh(t *testing.T, from secret.Source, token opaque.RefreshToken) string {
	t.Helper()
	raw, err := opaque.NewRefreshCodec(from).Encode(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A session whose workspace was deleted goes on without one.
func TestRefreshAfterTheWorkspaceEnded(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	endMembership(t, owner, owner.WorkspaceID)
	if session := refreshSession(api, owner.RefreshCookie, nil).OK(); session["workspace"] != nil {
		t.Errorf("workspace %v, want null", session["workspace"])
	}
}

// An access token without the cookie can switch the workspace, but cannot extend the
// session.
func TestRefreshByAccessToken(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	addMember(t, owner, outsider.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	by := func(body any) *apitest.Answer {
		return owner.With("Origin", "https://evil.example").Post("/api/auth/refresh", body) // no cookie, so no matter
	}
	api.Clock.Advance(10 * time.Minute)
	answer := by(object{"workspaceId": outsider.WorkspaceID})
	session := answer.OK()
	if activeWorkspaceID(session) != outsider.WorkspaceID || session["expires_in"] != 300.0 ||
		refreshCookieOf(answer) != nil {
		t.Errorf("session %v, cookie %v", session, refreshCookieOf(answer))
	}
	if got := activeWorkspaceID(by(nil).OK()); got != owner.WorkspaceID {
		t.Errorf("without a workspaceId %s, want that of the token %s", got, owner.WorkspaceID)
	}
	if got := activeWorkspaceID(login(api, owner.Email, apitest.Password).OK()); got != outsider.WorkspaceID {
		t.Errorf("next login in %s, want %s", got, outsider.WorkspaceID)
	}
	if got := activeWorkspaceID(refreshSession(api, owner.RefreshCookie, nil).OK()); got != outsider.WorkspaceID {
		t.Errorf("next refresh in %s, want %s", got, outsider.WorkspaceID)
	}
	by(object{"workspaceId": 7}).Invalid("workspaceId type_invalid")
	switched := api.UserOf(answer)
	api.Clock.Advance(5*time.Minute - time.Second)
	by(nil).Problem(401, "unauthorized")
	api.Clock.Advance(token.Leeway + 2*time.Second)
	switched.Get("/api/auth/me").Problem(401, "unauthorized")
	switched.Post("/api/auth/refresh", nil).Problem(401, "unauthorized")
}

func TestForeignOriginsMayNotUseTheCookie(t *testing.T) {
	api := apitest.New(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	owner := api.Register("ada")
	send := func(path, origin string) *apitest.Answer {
		header := map[string]string{}
		if origin != "" {
			header["Origin"] = origin
		}
		return api.Send(apitest.Request{Method: "POST", Path: path, Cookies: cookies(owner.RefreshCookie), Header: header})
	}
	for _, origin := range []string{
		"null", "https://evil.example", "https://app.example.com.evil.example", "http://app.example.com",
		"https://app.example.com:8443", "http://localhost:8081", "http://localhost", "https://localhost:8080",
		"http://localhost:8080/",
	} {
		send("/api/auth/refresh", origin).Denied("origin_not_allowed")
		send("/api/auth/logout", origin).Denied("origin_not_allowed")
	}
	for _, origin := range []string{"", "http://localhost:8080", "https://app.example.com"} {
		send("/api/auth/refresh", origin).OK()
	}
	send("/api/auth/logout", "https://app.example.com").OK()
}

// Twenty concurrent refreshes all succeed, and the token is rotated once.
func TestParallelRefreshesRotateOnce(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	values := make([]string, 20)
	api.Probe.Inject(testkit.Fault{Effect: testkit.Gather(20), Where: testkit.On("BatchGetItem"), Times: 20})
	testkit.Race(t, len(values), func(i int) {
		answer := refreshSession(api, owner.RefreshCookie, nil)
		if answer.Status != http.StatusOK {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
			return
		}
		values[i] = refreshCookieOf(answer).Value
	})
	for _, value := range values {
		if value != values[0] {
			t.Fatalf("two tokens were handed out")
		}
	}
	if got := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))["n"]; got != 1.0 {
		t.Errorf("counter %v, want 1", got)
	}
	refreshSession(api, &http.Cookie{Name: "stint_refresh", Value: values[0]}, nil).OK()
}

// A refresh during a logout does not restore the session.
func TestRefreshDuringLogout(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	late := holdBeforeWrite(api, func() *apitest.Answer { return refreshSession(api, owner.RefreshCookie, nil) })
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: cookies(owner.RefreshCookie)}).OK()
	late().Problem(401, "unauthorized")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
}
