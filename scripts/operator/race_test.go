package main

import (
	"fmt"
	"io"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A sign-in that read the account before it was disabled opens no valid session.
func TestDisableDuringASignIn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	answered := during(api, "TransactWriteItems", func() *apitest.Answer { return signIn(owner, apitest.Password) },
		func() {
			d.ok("account", owner.ID, "disable")
		})
	d.ok("account", owner.ID, "enable")
	owner.UserOf(answered).Get("/api/auth/me").Problem(401, "unauthorized")
}

// during sends a request, holds its first write of a kind, and acts before it goes on.
func during(api *apitest.Service, op string, send func() *apitest.Answer, act func()) *apitest.Answer {
	return duringLater(api, op, 0, send, act)
}

// duringLater is during for a write after some others of the kind.
func duringLater(api *apitest.Service, op string, skip int, send func() *apitest.Answer, act func()) *apitest.Answer {
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On(op), Skip: skip})
	answered := make(chan *apitest.Answer)
	go func() { answered <- send() }()
	<-held.Reached()
	act()
	close(release)
	return <-answered
}

// A refresh that read the session before the account was disabled gets a token that no
// route accepts, also after the account is enabled again.
func TestDisableDuringARefresh(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	answered := during(api, "UpdateItem", func() *apitest.Answer { return refresh(owner) },
		func() { d.ok("account", owner.ID, "disable") })
	token, _ := answered.OK()["access_token"].(string)
	d.ok("account", owner.ID, "enable")
	owner.As(token).Get("/api/auth/me").Problem(401, "unauthorized")
	refresh(owner).Problem(401, "unauthorized")
}

// A password change and a reset that read the account before it was disabled do not open it.
func TestDisableDuringAPasswordReset(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": owner.Email}}).OK()
	api.RunWorker()
	token := owner.MailedToken(owner.Email, "password-reset")
	during(api, "TransactWriteItems", func() *apitest.Answer {
		return owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm",
			Body: object{"token": token, "newPassword": "another good password"}})
	}, func() { d.ok("account", owner.ID, "disable") })
	for _, password := range []string{apitest.Password, "another good password"} {
		signIn(owner, password).Problem(401, "unauthorized")
	}
	contains(t, d.ok("account", owner.ID), "2026-06-17T12:00:00Z")
}

// Sign-ins that run while the account is disabled leave no session that works.
func TestSignInsRaceDisable(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	const racers = 6
	answers := make([]*apitest.Answer, racers)
	testkit.Race(t, racers+1, func(i int) {
		if i < racers {
			answers[i] = signIn(owner, apitest.Password)
		} else if err := d.run(t.Context(), []string{"account", owner.ID, "disable"}); err != nil {
			t.Error(err)
		}
	})
	d.ok("account", owner.ID, "enable")
	for _, a := range answers {
		if a.Status == 200 {
			owner.UserOf(a).Get("/api/auth/me").Problem(401, "unauthorized")
		}
	}
}

// A restore and a purge at the same time: exactly one of them happens.
func TestPurgeRacesRestore(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	for i := range 8 {
		owner := api.Register(fmt.Sprint("ada", i))
		w := owner.WorkspaceID
		owner.Delete("/api/workspaces/" + w).OK()
		acts := []string{"restore", "purge"}
		errs := make([]error, len(acts))
		testkit.Race(t, len(acts), func(i int) {
			d := newConsole(t, api)
			d.operator.out = io.Discard
			errs[i] = d.run(t.Context(), []string{"workspace", w, acts[i]})
		})
		restored, purged := errs[0] == nil, errs[1] == nil
		api.RunWorker()
		status := owner.Get("/api/workspaces/" + w).Status
		if restored == purged || restored != (status == 200) {
			t.Errorf("restore %v, purge %v, then %d", errs[0], errs[1], status)
		}
	}
}

// A change of a member at the moment of a disabling is kept, and the disabling happens.
func TestDisableDuringAChangeOfTheMember(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	probe, release := new(testkit.Probe), make(chan struct{})
	held := probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	d := consoleThrough(t, api, testkit.Connect(t, probe.Attach))
	done := make(chan error)
	go func() { done <- d.run(t.Context(), []string{"account", admin.ID, "disable"}) }()
	<-held.Reached()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID+"/members/"+admin.ID, object{"role": "user"}).OK()
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	admin.Get("/api/auth/me").Problem(401, "unauthorized")
	for _, m := range owner.Get("/api/workspaces/" + owner.WorkspaceID + "/members").Items() {
		if m["user_id"] == admin.ID && m["role"] != "user" {
			t.Errorf("the change was lost: %v", m)
		}
	}
	if n := len(bySystem(owner, owner.WorkspaceID)); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}
