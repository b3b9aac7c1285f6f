package account_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const reauthenticatePath = "/api/auth/reauthenticate"

func reauthenticate(p *apitest.User, password string) *apitest.Answer {
	return p.Post(reauthenticatePath, object{"password": password})
}

// makeKey makes an API key, which needs a fresh session.
func makeKey(p *apitest.User) *apitest.Answer {
	return p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": "key"})
}

// authTimeOf is the claim auth_time of an access token.
func authTimeOf(t *testing.T, token string) time.Time {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		AuthTime int64 `json:"auth_time"`
	}
	if err := json.Unmarshal(raw, &claims); err != nil {
		t.Fatal(err)
	}
	return time.Unix(claims.AuthTime, 0).UTC()
}

func TestReauthenticationMakesTheSessionFresh(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.SignInAgain()
	other.WorkspaceID = owner.WorkspaceID
	api.Clock.Advance(time.Hour - time.Second)
	renewed := api.UserOf(refreshSession(api, owner.RefreshCookie, nil))
	makeKey(renewed).OK()
	api.Clock.Advance(time.Second)
	makeKey(renewed).Denied("reauthentication_required") // a refresh proves nothing
	if got := authTimeOf(t, renewed.Token); !got.Equal(apitest.StartTime) {
		t.Errorf("auth_time %v after a refresh, want that of the registration", got)
	}
	reauthenticate(renewed, apitest.Password).OK()
	makeKey(renewed).OK() // with the access token from before
	renewed = api.UserOf(refreshSession(api, renewed.RefreshCookie, nil))
	if got := authTimeOf(t, renewed.Token); !got.Equal(api.Clock.Now()) {
		t.Errorf("auth_time %v, want now", got)
	}
	api.Clock.Advance(time.Minute)
	other = api.UserOf(refreshSession(api, other.RefreshCookie, nil))
	makeKey(other).Denied("reauthentication_required") // only that session is fresh
	api.Clock.Advance(time.Hour - time.Minute)
	renewed = api.UserOf(refreshSession(api, renewed.RefreshCookie, nil))
	makeKey(renewed).Denied("reauthentication_required")
}

func TestReauthenticationIsRefused(t *testing.T) {
	api := apitest.New(t, withLimits(2, 0))
	owner := api.Register("ada")
	owner.Post(reauthenticatePath, object{}).Invalid("password required")
	reauthenticate(owner, "wrong password").Invalid("password password_incorrect")
	reauthenticate(owner, "wrong password").Invalid("password password_incorrect")
	reauthenticate(owner, apitest.Password).Problem(429, "rate_limited")
	api.Clock.Advance(2 * time.Hour)
	api.Send(apitest.Request{Method: "POST", Path: reauthenticatePath,
		Body: object{"password": apitest.Password}}).Problem(
		401, "unauthorized")
}

func TestAnAccountWithoutAPasswordCannotReauthenticateWithOne(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", "")
	reauthenticate(owner, apitest.Password).Problem(409, "conflict")
}

// A session that was opened before proofs were recorded counts by its start.
func TestSessionWithoutAProofIsFreshAtFirst(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	id := sessionID(t, api, owner)
	item := getItem(t, api, "USER#"+owner.ID, "SESSION#"+id)
	delete(item, "proved")
	delete(item, "how")
	putItem(t, api, "USER#"+owner.ID, "SESSION#"+id, item)
	makeKey(owner).OK()
	api.Clock.Advance(time.Hour)
	owner = api.UserOf(refreshSession(api, owner.RefreshCookie, nil))
	makeKey(owner).Denied("reauthentication_required")
	reauthenticate(owner, apitest.Password).OK()
	makeKey(owner).OK()
}

func TestReauthenticationUnderFaults(t *testing.T) {
	var owner *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 0)},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			api.Clock.Advance(time.Minute)
			return func() *apitest.Answer { return reauthenticate(owner, apitest.Password) }
		},
		State: func(api *apitest.Service) string {
			session := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))
			return fmt.Sprint(session["proved"], session["how"])
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A proof by password that read the session before a second factor was confirmed in it
// does not take the second factor from the session.
func TestProofKeepsAStrongerConcurrentOne(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	until := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("UpdateItem")})
	done := make(chan *apitest.Answer)
	go func() { done <- reauthenticate(owner, apitest.Password) }()
	<-held.Reached()
	owner.EnableSecondFactor()
	close(until)
	(<-done).OK()
	if how := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))["how"]; how != "second_factor" {
		t.Errorf("the session was proved by %v, want second_factor", how)
	}
}
