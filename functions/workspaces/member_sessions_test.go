package workspaces_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func sessionsPath(of, member *apitest.User) string { return memberPath(of, member) + "/sessions" }

func login(p *apitest.User) *apitest.Answer {
	return p.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": p.Email, "password": apitest.Password}})
}

// The sessions and keys of a member end for one workspace, and not for others. They sign in again.
func TestMembersSessionsEndForOneWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, other := api.Register("ada"), api.Register("olga")
	member := owner.AddMember("bob", "user")
	other.AddAsMember(member, "user")
	key := createKey(member)
	there := api.UserOf(member.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{member.RefreshCookie}, Body: object{"workspaceId": other.WorkspaceID}}))
	here := member.SignInAgain()
	switchTo(here, owner.WorkspaceID)

	owner.Delete(sessionsPath(owner, member)).OK()
	owner.Delete(sessionsPath(owner, member)).OK() // a repetition ends what was opened since
	here.Get("/api/timers/current").Problem(401, "unauthorized")
	here.Get(workspacePath(owner)).Problem(401, "unauthorized")
	here.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{here.RefreshCookie}}).Problem(401, "unauthorized")
	api.UseKey(key).Problem(401, "unauthorized")
	there.Get("/api/timers/current").OK()
	there.Get(workspacePath(owner)).Problem(401, "unauthorized")
	there.Post("/api/auth/refresh", object{"workspaceId": owner.WorkspaceID}).Problem(401, "unauthorized")

	again := member.SignInAgain()
	switchTo(again, owner.WorkspaceID)
	again.Get("/api/timers/current").OK()
	api.UseKey(key).Problem(401, "unauthorized")
	api.UseKey(createKey(again)).OK()
	if found := owner.Get(auditPath(owner) + "?action=member.sessions_ended").Items(); len(found) != 2 {
		t.Errorf("%d events, want 2", len(found))
	}
}

// switchTo makes a workspace active in the session of a user.
func switchTo(p *apitest.User, workspace string) {
	p.Token = p.Switch(workspace).Token
	p.WorkspaceID = workspace
}

// A sign-in that began before the end of the sessions gives no access after it.
func TestSignInBesideTheEndOfSessions(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answers := make(chan *apitest.Answer)
	go func() { answers <- login(member) }()
	<-held.Reached()
	owner.Delete(sessionsPath(owner, member)).OK()
	close(release)
	late := api.UserOf(<-answers)
	late.Get(workspacePath(owner)).Problem(401, "unauthorized")
	login(member).OK()
}

// Who may end whose sessions: an admin those of members and of other admins, and only the owner their own.
func TestWhoEndsSessions(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, user := owner.AddMember("adam", "admin"), owner.AddMember("uma", "user")
	admin.Delete(sessionsPath(owner, owner)).Denied("role_insufficient")
	user.Delete(sessionsPath(owner, user)).Denied("role_insufficient")
	admin.Delete(sessionsPath(owner, user)).OK()
	user.Get(workspacePath(owner)).Problem(401, "unauthorized")
	owner.Delete(sessionsPath(owner, owner)).OK()
	owner.Get(workspacePath(owner)).Problem(401, "unauthorized")
	owner.SignInAgain().Get(workspacePath(owner)).OK()
	api.Clock.Advance(time.Hour)
	admin.SignInAgain().Delete(workspacePath(owner)+"/members/"+unknownID+"/sessions").Problem(404, "not_found")
}
