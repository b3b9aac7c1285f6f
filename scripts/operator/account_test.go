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

func TestADisabledAccountHasNoAccess(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	key := createKey(owner)
	owner.UseKey(key).OK()
	contains(t, d.ok("account", owner.Email), owner.ID, "ada@example.com", owner.WorkspaceID+" owner, active")
	contains(t, d.ok("account", owner.ID, "-address"), "ada@example.com")
	if shown := d.ok("account", owner.ID); strings.Contains(shown, "@") || strings.Contains(shown, "argon2") {
		t.Errorf("it shows an address or a hash:\n%s", shown)
	}

	contains(t, d.ok("account", owner.Email, "disable"), "2026-06-17T12:00:00Z")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	owner.UseKey(key).Problem(401, "unauthorized")
	refresh(owner).Problem(401, "unauthorized")
	right, wrong := signIn(owner, apitest.Password), signIn(owner, "not the password 1")
	right.Problem(401, "unauthorized")
	wrong.Problem(401, "unauthorized")

	owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": owner.Email}}).OK()
	api.RunWorker()
	token := owner.MailedToken(owner.Email, "password-reset")
	owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm",
		Body: object{"token": token, "newPassword": "another good password"}}).OK()
	signIn(owner, "another good password").Problem(401, "unauthorized")

	d.ok("account", owner.ID, "disable") // again changes nothing for the user
	contains(t, d.ok("account", owner.ID, "enable"), "no")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	owner.UseKey(key).Problem(401, "unauthorized")
	signIn(owner, "another good password").OK()
}

// What ended when the account was disabled stays ended after it is enabled.
func TestADisabledAccountLosesItsKeysForGood(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	key := createKey(owner)
	d.ok("account", owner.ID, "disable")
	d.ok("account", owner.ID, "enable")
	owner.UseKey(key).Problem(401, "unauthorized")
	refresh(owner).Problem(401, "unauthorized")
	signIn(owner, apitest.Password).OK()
}

// The right password of a disabled account is answered like a wrong one, also where a
// code is required.
func TestADisabledAccountHidesItsSecondFactor(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	owner.EnableSecondFactor()
	signIn(owner, apitest.Password).Denied("second_factor_required")
	d.ok("account", owner.ID, "disable")
	signIn(owner, apitest.Password).Problem(401, "unauthorized")
}

func TestEndSessionsAndKeys(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	key := createKey(owner)
	d.ok("account", owner.ID, "end-sessions")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	owner.UseKey(key).OK()
	owner = owner.SignInAgain()
	d.ok("account", owner.ID, "end-keys")
	owner.UseKey(key).Problem(401, "unauthorized")
	owner.Get("/api/auth/me").OK()
	d.fails("usage", "account", owner.ID, "delete")
}

// What a disabled user handed out is void, and stays so.
func TestInvitationsOfADisabledAccountAreVoid(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner, outsider := newConsole(t, api), api.Register("ada"), api.Register("carl")
	outsider.VerifyEmail()
	admin := owner.AddMember("bob", "admin")
	admin.WorkspaceID = owner.WorkspaceID
	ofAdmin := admin.Invite("carl@example.com", "")
	if n := len(outsider.Get("/api/me/pending-invitations").Items()); n != 1 {
		t.Fatalf("%d invitations, want 1", n)
	}
	d.ok("account", admin.ID, "disable")
	d.ok("account", admin.ID, "enable")
	outsider.Post("/api/me/pending-invitations/"+ofAdmin+"/accept", nil).Problem(404, "not_found")
}

// The bare record of a deleted account is shown as such, and no act changes it.
func TestADeletedAccountIsNotActedOn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	owner.Delete("/api/me").OK()
	contains(t, d.ok("account", owner.ID), "deleted", "2026-06-17T12:00:00Z")
	before := d.ok("account", owner.ID)
	for _, act := range []string{"disable", "enable", "end-sessions", "end-keys"} {
		d.fails("the account is deleted", "account", owner.ID, act)
	}
	if after := d.ok("account", owner.ID); after != before {
		t.Errorf("the acts changed it:\n%s", after)
	}
	d.fails("there is no account", "account", owner.Email)
}
