package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/auth/refresh"
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
		h := apitest.New(t, func(c *config.Config) { c.PublicURL = public })
		sent := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "ada@example.com", "password": apitest.Password, "displayName": "ada",
		}}).Header.Get("Set-Cookie")
		name, attributes, _ := strings.Cut(sent, "; ")
		if !strings.HasPrefix(name, "stint_refresh=") || attributes != want {
			t.Errorf("%s: %s, want %s", public, attributes, want)
		}
	}
}

func TestRefreshRotates(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(time.Hour)
	answer := refreshSession(h, ada.RefreshCookie, nil)
	session, next := answer.OK(), refreshCookieOf(answer)
	if next == nil || next.Value == ada.RefreshCookie.Value {
		t.Fatal("no new refresh token")
	}
	if session["access_token"] == ada.Token || activeWorkspaceID(session) != ada.WorkspaceID ||
		session["expires_in"] != 900.0 {
		t.Errorf("session %v", session)
	}
	ada.Get("/api/auth/me").Problem(401, "unauthorized") // the old access token has expired
	h.UserOf(answer).Get("/api/auth/me").OK()
	h.Clock.Advance(time.Hour)
	refreshSession(h, next, nil).OK()
}

// A session ends after 30 days without use, and after 90 days in any case.
func TestSessionsExpire(t *testing.T) {
	const day = 24 * time.Hour
	h := apitest.New(t)
	idle, used := h.Register("ida"), h.Register("uma")
	h.Clock.Advance(30*day - time.Second)
	refreshSession(h, idle.RefreshCookie, nil).OK()

	cookie := refreshSession(h, used.RefreshCookie, nil)
	for range 2 {
		h.Clock.Advance(25 * day)
		cookie = refreshSession(h, refreshCookieOf(cookie), nil)
		cookie.OK()
	}
	h.Clock.Advance(10 * day)
	last := refreshSession(h, refreshCookieOf(cookie), nil)
	last.OK()
	if got := refreshCookieOf(last).MaxAge; got > int(day/time.Second) {
		t.Errorf("the cookie lives %d s, longer than its session", got)
	}
	h.Clock.Advance(time.Second)
	refreshSession(h, refreshCookieOf(last), nil).Problem(401, "unauthorized")

	over := h.Register("olaf")
	h.Clock.Advance(30 * day)
	refreshSession(h, over.RefreshCookie, nil).Problem(401, "unauthorized")
}

// When the answer of a refresh is lost, the previous token gets the current one again
// for ten seconds.
func TestRefreshGrace(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(time.Minute)
	first := refreshSession(h, ada.RefreshCookie, nil)
	h.Clock.Advance(10 * time.Second)
	h.Probe.Reset()
	again := refreshSession(h, ada.RefreshCookie, nil)
	again.OK()
	if refreshCookieOf(again).Value != refreshCookieOf(first).Value {
		t.Error("the previous token got another one than the current")
	}
	if calls := h.Probe.Snapshot().Calls; len(calls) != 1 || calls["BatchGetItem"] != 1 {
		t.Errorf("calls %v, want one read and no rotation", calls)
	}
	refreshSession(h, refreshCookieOf(first), nil).OK()
}

// A token that is used after the grace period was copied: the session ends for both
// holders.
func TestRefreshReuseEndsTheSession(t *testing.T) {
	for name, reuse := range map[string]func(h *apitest.Service, first *apitest.User) *http.Cookie{
		"the one before, after the grace": func(h *apitest.Service, first *apitest.User) *http.Cookie {
			current := refreshCookieOf(refreshSession(h, first.RefreshCookie, nil))
			h.Clock.Advance(11 * time.Second)
			return current
		},
		"an older one, within the grace": func(h *apitest.Service, first *apitest.User) *http.Cookie {
			return refreshCookieOf(refreshSession(h, refreshCookieOf(refreshSession(h, first.RefreshCookie, nil)), nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			ada := h.Register("ada")
			other := h.UserOf(login(h, ada.Email, apitest.Password))
			current := reuse(h, ada)
			refreshSession(h, ada.RefreshCookie, object{"workspaceId": "no id"}).Problem(401, "unauthorized")
			refreshSession(h, current, nil).Problem(401, "unauthorized")
			ada.Get("/api/auth/me").Problem(401, "unauthorized")
			other.Get("/api/auth/me").OK() // her other session goes on
			if got := strings.Count(h.Logs.String(), "refresh token used again"); got != 1 {
				t.Errorf("logged %d times, want once", got)
			}
		})
	}
}

func TestRefreshWithoutACredential(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	genuine := decodeRefresh(t, h.Deps.Secrets, ada.RefreshCookie.Value)
	ahead, strange := genuine, genuine
	ahead.Counter += 5
	strange.SessionID = domain.NewID()
	forged := encodeRefresh(t, secret.NewLocal([]byte(strings.Repeat("x", 32))), genuine)
	for name, value := range map[string]string{
		"malformed": "x", "forged": forged, "cut": ada.RefreshCookie.Value[:100], "an access token": ada.Token,
		"no such session": encodeRefresh(t, h.Deps.Secrets, strange), "longer": ada.RefreshCookie.Value + "A",
	} {
		answer := refreshSession(h, &http.Cookie{Name: "stint_refresh", Value: value}, nil)
		answer.Problem(401, "unauthorized")
		if answer.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: no WWW-Authenticate", name)
		}
	}
	refreshSession(h, nil, nil).Problem(401, "unauthorized")
	refreshSession(h, nil, "{broken").Problem(401, "unauthorized")
	refreshSession(h, ada.RefreshCookie, nil).OK() // the session still works
	refreshSession(h, &http.Cookie{Name: "stint_refresh", Value: encodeRefresh(t, h.Deps.Secrets, ahead)},
		nil).Problem(401, "unauthorized")
}

func TestRefreshSwitchesTheWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	addMember(t, ada, bob.WorkspaceID, "analyst", "2026-06-01T00:00:00Z")
	answer := refreshSession(h, ada.RefreshCookie, object{"workspace_id": strings.ToUpper(bob.WorkspaceID)})
	session := answer.OK()
	if activeWorkspaceID(session) != bob.WorkspaceID || session["workspace"].(object)["role"] != "analyst" {
		t.Errorf("workspace %v", session["workspace"])
	}
	if got := h.UserOf(answer).Get("/api/auth/me").OK()["active_workspace_id"]; got != bob.WorkspaceID {
		t.Errorf("me says %v is active", got)
	}
	// The workspace stays the same, also when the previous token is repeated.
	if got := activeWorkspaceID(refreshSession(h, ada.RefreshCookie, nil).OK()); got != bob.WorkspaceID {
		t.Errorf("repeated: %s, want %s", got, bob.WorkspaceID)
	}
	back := refreshSession(h, refreshCookieOf(answer), nil)
	if got := activeWorkspaceID(back.OK()); got != bob.WorkspaceID {
		t.Errorf("next: %s, want %s", got, bob.WorkspaceID)
	}
	// After a lost answer of a switch, another switch works with the previous token.
	if got := activeWorkspaceID(refreshSession(h, refreshCookieOf(answer),
		object{"workspaceId": ada.WorkspaceID}).OK()); got != ada.WorkspaceID {
		t.Errorf("switched back: %s, want %s", got, ada.WorkspaceID)
	}
	if got := activeWorkspaceID(refreshSession(h, refreshCookieOf(back), nil).OK()); got != ada.WorkspaceID {
		t.Errorf("after switching back: %s, want %s", got, ada.WorkspaceID)
	}
}

// A workspace that the user is not a member of gets 404, and the token still works.
func TestRefreshIntoAForeignWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob, eve := h.Register("ada"), h.Register("bob"), h.Register("eve")
	addMember(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	endMembership(t, ada, bob.WorkspaceID)
	gone := h.Register("gone")
	addMember(t, ada, gone.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	setAttribute(t, h, "WS#"+gone.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")

	before := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada))
	for name, id := range map[string]string{
		"foreign": eve.WorkspaceID, "left": bob.WorkspaceID, "deleted": gone.WorkspaceID, "unknown": string(domain.NewID()),
	} {
		answer := refreshSession(h, ada.RefreshCookie, object{"workspaceId": id})
		answer.Problem(404, "not_found")
		if refreshCookieOf(answer) != nil {
			t.Errorf("%s: a cookie was set", name)
		}
		byToken := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: ada.Token,
			Body: object{"workspaceId": id}})
		byToken.Problem(404, "not_found")
	}
	refreshSession(h, ada.RefreshCookie, object{"workspaceId": "me"}).Invalid("workspaceId uuid_invalid")
	refreshSession(h, ada.RefreshCookie, "{broken").Problem(400, "malformed_request")
	if after := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada)); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("the session changed: %v, before %v", after, before)
	}
	refreshSession(h, ada.RefreshCookie, nil).OK()
}

func sessionID(t *testing.T, h *apitest.Service, p *apitest.User) string {
	t.Helper()
	return string(decodeRefresh(t, h.Deps.Secrets, p.RefreshCookie.Value).SessionID)
}

func decodeRefresh(t *testing.T, from secret.Source, raw string) refresh.Token {
	t.Helper()
	token, ok, err := refresh.New(from).Decode(t.Context(), raw)
	if err != nil || !ok {
		t.Fatalf("Decode: %v, %v", ok, err)
	}
	return token
}

func encodeRefresh(t *testing.T, from secret.Source, token refresh.Token) string {
	t.Helper()
	raw, err := refresh.New(from).Encode(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A session whose workspace was deleted goes on without one.
func TestRefreshAfterTheWorkspaceEnded(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	endMembership(t, ada, ada.WorkspaceID)
	if session := refreshSession(h, ada.RefreshCookie, nil).OK(); session["workspace"] != nil {
		t.Errorf("workspace %v, want null", session["workspace"])
	}
}

// An access token without the cookie can switch the workspace, but cannot extend the
// session.
func TestRefreshByAccessToken(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	addMember(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	by := func(body any) *apitest.Answer {
		return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: ada.Token, Body: body,
			Header: map[string]string{"Origin": "https://evil.example"}}) // no cookie, so no matter
	}
	h.Clock.Advance(10 * time.Minute)
	answer := by(object{"workspaceId": bob.WorkspaceID})
	session := answer.OK()
	if activeWorkspaceID(session) != bob.WorkspaceID || session["expires_in"] != 300.0 || refreshCookieOf(answer) != nil {
		t.Errorf("session %v, cookie %v", session, refreshCookieOf(answer))
	}
	if got := activeWorkspaceID(by(nil).OK()); got != ada.WorkspaceID {
		t.Errorf("without a workspaceId %s, want that of the token %s", got, ada.WorkspaceID)
	}
	if got := activeWorkspaceID(login(h, ada.Email, apitest.Password).OK()); got != bob.WorkspaceID {
		t.Errorf("next login in %s, want %s", got, bob.WorkspaceID)
	}
	if got := activeWorkspaceID(refreshSession(h, ada.RefreshCookie, nil).OK()); got != bob.WorkspaceID {
		t.Errorf("next refresh in %s, want %s", got, bob.WorkspaceID)
	}
	by(object{"workspaceId": 7}).Invalid("workspaceId type_invalid")
	switched := h.UserOf(answer)
	h.Clock.Advance(5*time.Minute - time.Second)
	by(nil).Problem(401, "unauthorized")
	h.Clock.Advance(token.Leeway + 2*time.Second)
	switched.Get("/api/auth/me").Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: switched.Token}).Problem(401, "unauthorized")
}

func TestForeignOriginsMayNotUseTheCookie(t *testing.T) {
	h := apitest.New(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	ada := h.Register("ada")
	send := func(path, origin string) *apitest.Answer {
		header := map[string]string{}
		if origin != "" {
			header["Origin"] = origin
		}
		return h.Send(apitest.Request{Method: "POST", Path: path, Cookies: cookies(ada.RefreshCookie), Header: header})
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
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	values := make([]string, 20)
	h.Probe.Inject(testkit.Fault{Effect: testkit.Gather(20), Where: testkit.On("BatchGetItem"), Times: 20})
	testkit.Race(t, len(values), func(i int) {
		answer := refreshSession(h, ada.RefreshCookie, nil)
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
	if got := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada))["n"]; got != 1.0 {
		t.Errorf("counter %v, want 1", got)
	}
	refreshSession(h, &http.Cookie{Name: "stint_refresh", Value: values[0]}, nil).OK()
}

// A refresh during a logout does not restore the session.
func TestRefreshDuringLogout(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	late := holdBeforeWrite(h, func() *apitest.Answer { return refreshSession(h, ada.RefreshCookie, nil) })
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: cookies(ada.RefreshCookie)}).OK()
	late().Problem(401, "unauthorized")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
}
