package main

import (
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// signIn tries to sign a user in with the password.
func signIn(u *apitest.User, password string) *apitest.Answer {
	return u.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": u.Email, "password": password}})
}

func refresh(u *apitest.User) *apitest.Answer {
	return u.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{u.RefreshCookie},
		Header: map[string]string{"Origin": apitest.BaseURL}})
}

func createKey(u *apitest.User) string {
	return u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys", object{"name": "script"}).OK()["token"].(string)
}

func useKey(u *apitest.User, key string) *apitest.Answer {
	return u.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: key})
}

func TestADisabledAccountHasNoAccess(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	key := createKey(ada)
	useKey(ada, key).OK()
	contains(t, d.ok("account", ada.Email), ada.ID, "ada@example.com", ada.WorkspaceID+" owner, active")
	contains(t, d.ok("account", ada.ID, "-address"), "ada@example.com")
	if shown := d.ok("account", ada.ID); strings.Contains(shown, "@") || strings.Contains(shown, "argon2") {
		t.Errorf("it shows an address or a hash:\n%s", shown)
	}

	contains(t, d.ok("account", ada.Email, "disable"), "2026-06-17T12:00:00Z")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	useKey(ada, key).Problem(401, "unauthorized")
	refresh(ada).Problem(401, "unauthorized")
	right, wrong := signIn(ada, apitest.Password), signIn(ada, "not the password 1")
	right.Problem(401, "unauthorized")
	wrong.Problem(401, "unauthorized")

	ada.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": ada.Email}}).OK()
	h.RunWorker()
	token := ada.MailedToken(ada.Email, "password-reset")
	ada.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm",
		Body: object{"token": token, "newPassword": "another good password"}}).OK()
	signIn(ada, "another good password").Problem(401, "unauthorized")

	d.ok("account", ada.ID, "disable") // again changes nothing for the user
	contains(t, d.ok("account", ada.ID, "enable"), "no")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	useKey(ada, key).Problem(401, "unauthorized")
	signIn(ada, "another good password").OK()
}

// What ended when the account was disabled stays ended after it is enabled.
func TestADisabledAccountLosesItsKeysForGood(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	key := createKey(ada)
	d.ok("account", ada.ID, "disable")
	d.ok("account", ada.ID, "enable")
	useKey(ada, key).Problem(401, "unauthorized")
	refresh(ada).Problem(401, "unauthorized")
	signIn(ada, apitest.Password).OK()
}

// The right password of a disabled account is answered like a wrong one, also where a
// code is required.
func TestADisabledAccountHidesItsSecondFactor(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	ada.EnableSecondFactor()
	signIn(ada, apitest.Password).Denied("second_factor_required")
	d.ok("account", ada.ID, "disable")
	signIn(ada, apitest.Password).Problem(401, "unauthorized")
}

func TestEndSessionsAndKeys(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	key := createKey(ada)
	d.ok("account", ada.ID, "end-sessions")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	useKey(ada, key).OK()
	ada = ada.UserOf(signIn(ada, apitest.Password))
	d.ok("account", ada.ID, "end-keys")
	useKey(ada, key).Problem(401, "unauthorized")
	ada.Get("/api/auth/me").OK()
	d.fails("usage", "account", ada.ID, "delete")
}

// What a disabled user handed out is void, and stays so.
func TestInvitationsOfADisabledAccountAreVoid(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada, carl := newConsole(t, h), h.Register("ada"), h.Register("carl")
	carl.VerifyEmail()
	bob := ada.AddMember("bob", "admin")
	bob.WorkspaceID = ada.WorkspaceID
	ofBob := bob.Invite("carl@example.com", "")
	if n := len(carl.Get("/api/me/pending-invitations").Items()); n != 1 {
		t.Fatalf("%d invitations, want 1", n)
	}
	d.ok("account", bob.ID, "disable")
	d.ok("account", bob.ID, "enable")
	carl.Post("/api/me/pending-invitations/"+ofBob+"/accept", nil).Problem(404, "not_found")
}

// The bare record of a deleted account is shown as such, and no act changes it.
func TestADeletedAccountIsNotActedOn(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	ada.Delete("/api/me").OK()
	contains(t, d.ok("account", ada.ID), "deleted", "2026-06-17T12:00:00Z")
	before := d.ok("account", ada.ID)
	for _, act := range []string{"disable", "enable", "end-sessions", "end-keys"} {
		d.fails("the account is deleted", "account", ada.ID, act)
	}
	if after := d.ok("account", ada.ID); after != before {
		t.Errorf("the acts changed it:\n%s", after)
	}
	d.fails("there is no account", "account", ada.Email)
}
