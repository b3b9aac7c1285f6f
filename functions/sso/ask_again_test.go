package sso_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

var employee = idp.User{Subject: "ada", Email: "ada@example.com", Name: "Ada", EmailVerified: true}

func refresh(u *apitest.User) *apitest.Answer {
	answer := u.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{u.RefreshCookie}})
	if answer.Status == http.StatusOK {
		*u = *u.Service.UserOf(answer)
	}
	return answer
}

// A session by single sign-on asks the provider again when it is refreshed after a day, and not before.
func TestSSOSessionsAskTheProviderDaily(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	provider.GiveRefreshTokens()
	user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	for range 3 {
		before := provider.CountCalls(idp.TokenPath)
		api.Clock.Advance(23 * time.Hour)
		refresh(user).OK()
		if n := provider.CountCalls(idp.TokenPath) - before; n != 0 {
			t.Errorf("asked %d times within a day", n)
		}
		api.Clock.Advance(2 * time.Hour)
		refresh(user).OK()
		refresh(user).OK()
		if n := provider.CountCalls(idp.TokenPath) - before; n != 1 {
			t.Errorf("asked %d times after a day, want once", n)
		}
	}
	user.Get("/api/auth/me").OK()
}

// A provider that refuses ends all sessions by single sign-on, and the keys of workspaces that require it. What has
// nothing to do with it stays.
func TestProviderThatRefusesEndsAccess(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	provider.GiveRefreshTokens()
	user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	other := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	user.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	byPassword := user.SignInAgain()
	strict := newKeyOf(user)
	second := user.Post("/api/workspaces", object{"name": "Second"}).ID()
	free := user.Post("/api/me/workspaces/"+second+"/api-keys", object{"name": "free"}).OK()["token"].(string)
	user.Patch("/api/workspaces/"+user.WorkspaceID, object{"requireSso": true}).OK()
	api.UseKey(strict).OK()

	provider.RefuseAll()
	api.Clock.Advance(25 * time.Hour)
	refresh(user).Problem(401, "unauthorized")
	refresh(other).Problem(401, "unauthorized")
	api.UseKey(strict).Problem(401, "unauthorized")
	api.UseKey(free).OK()
	refresh(byPassword).OK()
	again := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	again.Get("/api/auth/me").OK()
	if found := again.Get("/api/workspaces/" + again.WorkspaceID +
		"/audit-log?action=member.sessions_ended").Items(); len(found) != 1 {
		t.Errorf("%d events", len(found))
	}
}

func newKeyOf(u *apitest.User) string {
	return u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys", object{"name": "strict"}).OK()["token"].(string)
}

// Where the provider gave no refresh token, the session ends after a day. A provider that cannot be reached ends
// nothing, and another subject is a refusal.
func TestProviderThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	without := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	api.Clock.Advance(25 * time.Hour)
	refresh(without).Problem(401, "unauthorized")

	api, provider = apitest.NewWithSSO(t)
	provider.GiveRefreshTokens()
	user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	api.Clock.Advance(25 * time.Hour)
	provider.SetFaults(idp.Faults{Handlers: map[string]http.HandlerFunc{idp.TokenPath: func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}}})
	refresh(user).Problem(400, "external_oauth_error")
	refresh(user).Problem(400, "external_oauth_error")
	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["sub"] = "mallory" }})
	refresh(user).Problem(401, "unauthorized")
	provider.SetFaults(idp.Faults{})
	refresh(user).Problem(401, "unauthorized")
}

// Providers say in several ways that they let a user in no more. A mistake of the service itself is no refusal.
func TestAnswersThatRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  int
		code    string
		refuses bool
	}{
		{400, "invalid_grant", true}, {403, "invalid_grant", true}, {401, "invalid_grant", true},
		{400, "access_denied", true}, {400, "login_required", true}, {400, "interaction_required", true},
		{401, "invalid_client", false}, {400, "invalid_request", false}, {500, "invalid_grant", false},
	} {
		api, provider := apitest.NewWithSSO(t)
		provider.GiveRefreshTokens()
		user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
		user.Patch("/api/workspaces/"+user.WorkspaceID, object{"requireSso": true}).OK()
		key := newKeyOf(user)
		api.Clock.Advance(25 * time.Hour)
		provider.SetFaults(idp.Faults{Handlers: map[string]http.HandlerFunc{
			idp.TokenPath: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(`{"error":"` + c.code + `"}`))
			}}})
		if status := refresh(user).Status; (status == 401) != c.refuses {
			t.Errorf("%d %s: %d", c.status, c.code, status)
		}
		if status := api.UseKey(key).Status; (status == 401) != c.refuses {
			t.Errorf("%d %s: the key gets %d", c.status, c.code, status)
		}
	}
}

// A session without a grant ends a day after the sign-in, whatever else its user proves.
func TestAPasswordIsNoAnswerOfTheProvider(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	api.StartSSO("", "").Login(provider, idp.User{Subject: "ada", Email: owner.Email}).Finish()
	user := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/sso/external/verify-email",
		Body: object{"token": api.MailedToken(owner.Email, "sso-verify")}}))
	api.Clock.Advance(23 * time.Hour)
	refresh(user).OK()
	user.Post("/api/auth/reauthenticate", object{"password": apitest.Password}).OK()
	api.Clock.Advance(2 * time.Hour)
	refresh(user).Problem(401, "unauthorized")
}

// Users of one provider are not those of another one that has the same subjects.
func TestAnotherProviderHasOtherUsers(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	provider.GiveRefreshTokens()
	first := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	other := idp.NewStandIn(t, api.Clock.Now)
	api.Handler = api.NewInstance(apitest.WithSSO(other.Issuer))
	mallory := idp.User{Subject: employee.Subject, Email: "mallory@example.com", EmailVerified: true}
	if user := api.UserOf(api.StartSSO("", "").Login(other, mallory).Finish()); user.ID == first.ID {
		t.Error("the user of another provider has the account")
	}
	api.Clock.Advance(25 * time.Hour)
	refresh(first).Problem(401, "unauthorized")
	if n := other.CountCalls(idp.TokenPath); n != 1 {
		t.Errorf("the other provider was sent %d requests, want that of its own user", n)
	}
}

// Of several refreshes at once, one asks the provider: its refresh token works once.
func TestOneOfSeveralRefreshesAsksTheProvider(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	provider.GiveRefreshTokens()
	user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	api.Clock.Advance(25 * time.Hour)
	before := provider.CountCalls(idp.TokenPath)
	testkit.Race(t, 4, func(int) {
		one := *user
		refresh(&one).OK()
	})
	if n := provider.CountCalls(idp.TokenPath) - before; n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// When the provider refuses and the request dies at any of its writes, the next refresh finishes it: as long as a key
// is left, a session is, too.
func TestDeathBesideAnEndByTheProvider(t *testing.T) {
	t.Parallel()
	for writes := 1; writes < 10; writes++ {
		api, provider := apitest.NewWithSSO(t)
		provider.GiveRefreshTokens()
		user := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
		key := newKeyOf(user)
		user.Patch("/api/workspaces/"+user.WorkspaceID, object{"requireSso": true}).OK()
		provider.RefuseAll()
		api.Clock.Advance(25 * time.Hour)
		death := api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected),
			Where: testkit.On("UpdateItem", "DeleteItem", "TransactWriteItems"), WholeCall: true,
			Skip: writes, Times: testkit.Always})
		refresh(user)
		died := death.Hits() > 0
		api.Probe.Reset()
		if !died && writes < 3 {
			t.Fatalf("it has only %d writes", writes)
		}
		api.Clock.Advance(time.Minute)
		refresh(user).Problem(401, "unauthorized")
		api.UseKey(key).Problem(401, "unauthorized")
		if !died {
			return
		}
	}
}
