package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/auth/refresh"
	"stint/shared/auth/token"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/testkit"
)

// The attributes of the cookie are part of the contract.
func TestRefreshCookieIsPinned(t *testing.T) {
	for public, want := range map[string]string{
		apitest.Address:             "Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Lax",
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
	answer := renew(h, ada.Cookie, nil)
	session, next := answer.OK(), setCookie(answer)
	if next == nil || next.Value == ada.Cookie.Value {
		t.Fatal("no new refresh token")
	}
	if session["access_token"] == ada.Token || active(session) != ada.WorkspaceID || session["expires_in"] != 900.0 {
		t.Errorf("session %v", session)
	}
	ada.Get("/api/auth/me").Problem(401, "unauthorized") // the access token of an hour ago is over
	h.Signed(answer).Get("/api/auth/me").OK()
	h.Clock.Advance(time.Hour)
	renew(h, next, nil).OK()
}

// A session lives 30 days without use, and 90 days however it is used.
func TestSessionsEnd(t *testing.T) {
	const day = 24 * time.Hour
	h := apitest.New(t)
	idle, used := h.Register("ida"), h.Register("uma")
	h.Clock.Advance(30*day - time.Second)
	renew(h, idle.Cookie, nil).OK()

	cookie := renew(h, used.Cookie, nil)
	for range 2 {
		h.Clock.Advance(25 * day)
		cookie = renew(h, setCookie(cookie), nil)
		cookie.OK()
	}
	h.Clock.Advance(10 * day)
	last := renew(h, setCookie(cookie), nil)
	last.OK()
	if got := setCookie(last).MaxAge; got > int(day/time.Second) {
		t.Errorf("the cookie lives %d s, longer than its session", got)
	}
	h.Clock.Advance(time.Second)
	renew(h, setCookie(last), nil).Problem(401, "unauthorized")

	over := h.Register("olaf")
	h.Clock.Advance(30 * day)
	renew(h, over.Cookie, nil).Problem(401, "unauthorized")
}

// The answer of a refresh may get lost: the token before gets the current one
// again, for ten seconds.
func TestRefreshGrace(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(time.Minute)
	first := renew(h, ada.Cookie, nil)
	h.Clock.Advance(10 * time.Second)
	h.Probe.Reset()
	again := renew(h, ada.Cookie, nil)
	again.OK()
	if setCookie(again).Value != setCookie(first).Value {
		t.Error("the previous token got another one than the current")
	}
	if calls := h.Probe.Snapshot().Calls; len(calls) != 1 || calls["BatchGetItem"] != 1 {
		t.Errorf("calls %v, want one read and no rotation", calls)
	}
	renew(h, setCookie(first), nil).OK()
}

// A token that comes back later was copied: the session ends for both holders.
func TestRefreshReuseEndsTheSession(t *testing.T) {
	for name, reuse := range map[string]func(h *apitest.House, first *apitest.Person) *http.Cookie{
		"the one before, after the grace": func(h *apitest.House, first *apitest.Person) *http.Cookie {
			current := setCookie(renew(h, first.Cookie, nil))
			h.Clock.Advance(11 * time.Second)
			return current
		},
		"an older one, within the grace": func(h *apitest.House, first *apitest.Person) *http.Cookie {
			return setCookie(renew(h, setCookie(renew(h, first.Cookie, nil)), nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			ada := h.Register("ada")
			other := h.Signed(login(h, ada.Email, apitest.Password))
			current := reuse(h, ada)
			renew(h, ada.Cookie, object{"workspaceId": "no id"}).Problem(401, "unauthorized")
			renew(h, current, nil).Problem(401, "unauthorized")
			ada.Get("/api/auth/me").Problem(401, "unauthorized")
			other.Get("/api/auth/me").OK() // another session of hers is not concerned
			if got := strings.Count(h.Logs.String(), "refresh token used again"); got != 1 {
				t.Errorf("logged %d times, want once", got)
			}
		})
	}
}

func TestRefreshWithoutACredential(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	codec := refresh.New(h.Deps.Config.MasterSecret)
	genuine, _ := codec.Decode(ada.Cookie.Value)
	ahead, strange := genuine, genuine
	ahead.Counter += 5
	strange.SessionID = domain.NewID()
	forged := refresh.New([]byte(strings.Repeat("x", 32))).Encode(genuine)
	for name, value := range map[string]string{
		"malformed": "x", "forged": forged, "cut": ada.Cookie.Value[:100], "an access token": ada.Token,
		"no such session": codec.Encode(strange), "longer": ada.Cookie.Value + "A",
	} {
		answer := renew(h, &http.Cookie{Name: "stint_refresh", Value: value}, nil)
		answer.Problem(401, "unauthorized")
		if answer.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: no WWW-Authenticate", name)
		}
	}
	renew(h, nil, nil).Problem(401, "unauthorized")
	renew(h, nil, "{broken").Problem(401, "unauthorized")
	renew(h, ada.Cookie, nil).OK() // none of it did any harm
	renew(h, &http.Cookie{Name: "stint_refresh", Value: codec.Encode(ahead)}, nil).Problem(401, "unauthorized")
}

func TestRefreshSwitchesTheWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	join(t, ada, bob.WorkspaceID, "analyst", "2026-06-01T00:00:00Z")
	answer := renew(h, ada.Cookie, object{"workspace_id": strings.ToUpper(bob.WorkspaceID)})
	session := answer.OK()
	if active(session) != bob.WorkspaceID || session["workspace"].(object)["role"] != "analyst" {
		t.Errorf("workspace %v", session["workspace"])
	}
	if got := h.Signed(answer).Get("/api/auth/me").OK()["active_workspace_id"]; got != bob.WorkspaceID {
		t.Errorf("me says %v is active", got)
	}
	// It stays, also for who repeats the token from before.
	if got := active(renew(h, ada.Cookie, nil).OK()); got != bob.WorkspaceID {
		t.Errorf("repeated: %s, want %s", got, bob.WorkspaceID)
	}
	back := renew(h, setCookie(answer), nil)
	if got := active(back.OK()); got != bob.WorkspaceID {
		t.Errorf("next: %s, want %s", got, bob.WorkspaceID)
	}
	// Who lost the answer of a switch may ask for another one.
	if got := active(renew(h, setCookie(answer), object{"workspaceId": ada.WorkspaceID}).OK()); got != ada.WorkspaceID {
		t.Errorf("switched back: %s, want %s", got, ada.WorkspaceID)
	}
	if got := active(renew(h, setCookie(back), nil).OK()); got != ada.WorkspaceID {
		t.Errorf("after switching back: %s, want %s", got, ada.WorkspaceID)
	}
}

// A workspace that one is not in is 404, and the token is as good as before.
func TestRefreshIntoAForeignWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob, eve := h.Register("ada"), h.Register("bob"), h.Register("eve")
	join(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	leave(t, ada, bob.WorkspaceID)
	gone := h.Register("gone")
	join(t, ada, gone.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	set(t, h, "WS#"+gone.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")

	before := get(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(h, ada))
	for name, id := range map[string]string{
		"foreign": eve.WorkspaceID, "left": bob.WorkspaceID, "deleted": gone.WorkspaceID, "unknown": string(domain.NewID()),
	} {
		answer := renew(h, ada.Cookie, object{"workspaceId": id})
		answer.Problem(404, "not_found")
		if setCookie(answer) != nil {
			t.Errorf("%s: a cookie was set", name)
		}
		byToken := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: ada.Token, Body: object{"workspaceId": id}})
		byToken.Problem(404, "not_found")
	}
	renew(h, ada.Cookie, object{"workspaceId": "me"}).Invalid("workspaceId uuid_invalid")
	renew(h, ada.Cookie, "{broken").Problem(400, "malformed_request")
	if after := get(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(h, ada)); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("the session changed: %v, before %v", after, before)
	}
	renew(h, ada.Cookie, nil).OK()
}

func sessionID(h *apitest.House, p *apitest.Person) string {
	t, _ := refresh.New(h.Deps.Config.MasterSecret).Decode(p.Cookie.Value)
	return string(t.SessionID)
}

// A session whose workspace is gone goes on without one.
func TestRefreshAfterTheWorkspaceEnded(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	leave(t, ada, ada.WorkspaceID)
	if session := renew(h, ada.Cookie, nil).OK(); session["workspace"] != nil {
		t.Errorf("workspace %v, want null", session["workspace"])
	}
}

// Without the cookie an access token may switch, but gains no time.
func TestRefreshByAccessToken(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	join(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	by := func(body any) *apitest.Answer {
		return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: ada.Token, Body: body,
			Header: map[string]string{"Origin": "https://evil.example"}}) // no cookie, so no matter
	}
	h.Clock.Advance(10 * time.Minute)
	answer := by(object{"workspaceId": bob.WorkspaceID})
	session := answer.OK()
	if active(session) != bob.WorkspaceID || session["expires_in"] != 300.0 || setCookie(answer) != nil {
		t.Errorf("session %v, cookie %v", session, setCookie(answer))
	}
	if got := active(by(nil).OK()); got != ada.WorkspaceID {
		t.Errorf("without a wish %s, want the token's own %s", got, ada.WorkspaceID)
	}
	if got := active(login(h, ada.Email, apitest.Password).OK()); got != bob.WorkspaceID {
		t.Errorf("next login in %s, want %s", got, bob.WorkspaceID)
	}
	if got := active(renew(h, ada.Cookie, nil).OK()); got != bob.WorkspaceID {
		t.Errorf("next refresh in %s, want %s", got, bob.WorkspaceID)
	}
	by(object{"workspaceId": 7}).Invalid("workspaceId type_invalid")
	switched := h.Signed(answer)
	h.Clock.Advance(5*time.Minute - time.Second)
	by(nil).Problem(401, "unauthorized")
	h.Clock.Advance(token.Leeway + 2*time.Second)
	switched.Get("/api/auth/me").Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: switched.Token}).Problem(401, "unauthorized")
}

func TestForeignOriginsMayNotUseTheCookie(t *testing.T) {
	h := apitest.New(t, func(c *config.Config) { c.Origins = []string{"https://app.example.com"} })
	ada := h.Register("ada")
	send := func(path, origin string) *apitest.Answer {
		header := map[string]string{}
		if origin != "" {
			header["Origin"] = origin
		}
		return h.Send(apitest.Request{Method: "POST", Path: path, Cookies: cookies(ada.Cookie), Header: header})
	}
	for _, origin := range []string{
		"null", "https://evil.example", "https://app.example.com.evil.example", "http://app.example.com",
		"https://app.example.com:8443", "http://localhost:8081", "http://localhost", "https://localhost:8080", "http://localhost:8080/",
	} {
		send("/api/auth/refresh", origin).Denied("origin_not_allowed")
		send("/api/auth/logout", origin).Denied("origin_not_allowed")
	}
	for _, origin := range []string{"", "http://localhost:8080", "https://app.example.com"} {
		send("/api/auth/refresh", origin).OK()
	}
	send("/api/auth/logout", "https://app.example.com").OK()
}

// Twenty tabs wake up at once: all are served, the token is rotated once.
func TestParallelRefreshesRotateOnce(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	values := make([]string, 20)
	h.Probe.Inject(testkit.Fault{Effect: testkit.Gather(20), Where: testkit.On("BatchGetItem"), Times: 20})
	testkit.Race(t, len(values), func(i int) {
		answer := renew(h, ada.Cookie, nil)
		if answer.Status != http.StatusOK {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
			return
		}
		values[i] = setCookie(answer).Value
	})
	for _, value := range values {
		if value != values[0] {
			t.Fatalf("two tokens were handed out")
		}
	}
	if got := get(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(h, ada))["n"]; got != 1.0 {
		t.Errorf("counter %v, want 1", got)
	}
	renew(h, &http.Cookie{Name: "stint_refresh", Value: values[0]}, nil).OK()
}

// A refresh that meets a logout does not bring the session back.
func TestRefreshDuringLogout(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	late := heldBack(h, func() *apitest.Answer { return renew(h, ada.Cookie, nil) })
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: cookies(ada.Cookie)}).OK()
	late().Problem(401, "unauthorized")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
}
