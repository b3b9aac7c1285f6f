package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestSessionsAreListedByLastSignIn(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(time.Hour)
	second := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Header: map[string]string{"User-Agent": "Tricorder/2 " + strings.Repeat("é", 300)},
		Body:   object{"email": owner.Email, "password": apitest.Password}}))
	api.Clock.Advance(time.Minute)
	refreshSession(api, owner.RefreshCookie, nil).OK()

	items := second.Get("/api/auth/sessions").Items()
	if len(items) != 2 {
		t.Fatalf("sessions %v, want 2", items)
	}
	newest, oldest := items[0], items[1]
	agent := newest["user_agent"].(string)
	if newest["current"] != true || !strings.HasPrefix(agent, "Tricorder/2 é") || len([]rune(agent)) != 200 ||
		newest["created_at"] != "2026-06-17T13:00:00Z" {
		t.Errorf("newest %v", newest)
	}
	if oldest["current"] != false || oldest["created_at"] != "2026-06-17T12:00:00Z" ||
		oldest["last_used_at"] != "2026-06-17T13:01:00Z" {
		t.Errorf("oldest %v", oldest)
	}
}

func TestEndedSessionIsRefused(t *testing.T) {
	api := apitest.New(t)
	first, outsider := api.Register("ada"), api.Register("bob")
	second := first.SignInAgain()
	renewed := refreshSession(api, first.RefreshCookie, nil)
	first = api.UserOf(renewed)
	id := sessionID(t, api, first)
	path := "/api/auth/sessions/" + id
	outsider.Delete(path).Problem(404, "not_found")
	if deleted := second.Delete(path).OK(); deleted["id"] != id || deleted["deleted"] != true {
		t.Errorf("deleted %v", deleted)
	}
	second.Delete(path).Problem(404, "not_found")
	second.Delete("/api/auth/sessions/x").Problem(404, "not_found")
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(api, refreshCookieOf(renewed), nil).Problem(401, "unauthorized")
	second.Get("/api/auth/me").OK()
}

// The end of the session of the request is a logout.
func TestSessionOfTheRequestCanBeEnded(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Delete("/api/auth/sessions/" + sessionID(t, api, owner)).OK()
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
}

func TestSessionsShowTheirNetwork(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: "198.51.100.77",
		Body: object{"email": owner.Email, "password": apitest.Password}}).OK()
	api.Clock.Advance(time.Minute)
	items := owner.Get("/api/auth/sessions").Items()
	if len(items) != 2 || items[0]["network"] != "198.51.100.0/24" || items[1]["network"] != "192.0.2.0/24" {
		t.Errorf("sessions %v", items)
	}
	item := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))
	delete(item, "net")
	putItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner), item)
	if got, there := owner.Get("/api/auth/sessions").Items()[1]["network"]; got != nil || !there {
		t.Errorf("a session without a network shows %v", got)
	}
}

func TestSignOutEverywhereKeepsAPIKeys(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	key := makeKey(owner).OK()["token"].(string)
	other := login(api, owner.Email, apitest.Password)
	if got := owner.Delete("/api/auth/sessions").OK(); got["status"] != "ok" {
		t.Errorf("answer %v", got)
	}
	api.UserOf(other).Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(api, refreshCookieOf(other), nil).Problem(401, "unauthorized")
	if n := len(owner.Get("/api/auth/sessions").Items()); n != 1 {
		t.Errorf("%d sessions, want that of the request", n)
	}
	refreshSession(api, owner.RefreshCookie, nil).OK()
	api.UseKey(key).OK()
	outsider.Get("/api/auth/me").OK()
	login(api, owner.Email, apitest.Password).OK()
}

func TestSignOutEverywhereUnderFaults(t *testing.T) {
	var owner, other *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			other = owner.SignInAgain()
			return func() *apitest.Answer { return owner.Delete("/api/auth/sessions") }
		},
		State: func(*apitest.Service) string {
			return fmt.Sprint(owner.Get("/api/auth/me").Status, other.Get("/api/auth/me").Status)
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			again.OK()
			other.Get("/api/auth/me").Problem(401, "unauthorized")
		},
	}.Run(t)
}

func TestSessionsArePaged(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	for range 4 {
		login(api, owner.Email, apitest.Password).OK()
	}
	seen, path := map[any]bool{}, "/api/auth/sessions?limit=2"
	for range 3 {
		page := owner.Get(path).OK()
		for _, item := range page["items"].([]any) {
			seen[item.(object)["id"]] = true
		}
		next, more := page["next_cursor"].(string)
		if !more {
			break
		}
		path = "/api/auth/sessions?limit=2&cursor=" + next
	}
	if len(seen) != 5 {
		t.Errorf("%d sessions in all pages, want 5", len(seen))
	}
	if got := owner.Get("/api/auth/sessions?cursor=x").Status; got != http.StatusUnprocessableEntity {
		t.Errorf("a made-up cursor: %d", got)
	}
}
