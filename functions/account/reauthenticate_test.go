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
	h := apitest.New(t)
	ada := h.Register("ada")
	other := h.UserOf(login(h, ada.Email, apitest.Password))
	other.WorkspaceID = ada.WorkspaceID
	h.Clock.Advance(time.Hour - time.Second)
	renewed := h.UserOf(refreshSession(h, ada.RefreshCookie, nil))
	makeKey(renewed).OK()
	h.Clock.Advance(time.Second)
	makeKey(renewed).Denied("reauthentication_required") // a refresh proves nothing
	if got := authTimeOf(t, renewed.Token); !got.Equal(apitest.StartTime) {
		t.Errorf("auth_time %v after a refresh, want that of the registration", got)
	}
	reauthenticate(renewed, apitest.Password).OK()
	makeKey(renewed).OK() // with the access token from before
	renewed = h.UserOf(refreshSession(h, renewed.RefreshCookie, nil))
	if got := authTimeOf(t, renewed.Token); !got.Equal(h.Clock.Now()) {
		t.Errorf("auth_time %v, want now", got)
	}
	h.Clock.Advance(time.Minute)
	other = h.UserOf(refreshSession(h, other.RefreshCookie, nil))
	makeKey(other).Denied("reauthentication_required") // only that session is fresh
	h.Clock.Advance(time.Hour - time.Minute)
	renewed = h.UserOf(refreshSession(h, renewed.RefreshCookie, nil))
	makeKey(renewed).Denied("reauthentication_required")
}

func TestReauthenticationIsRefused(t *testing.T) {
	h := apitest.New(t, withLimits(2, 0))
	ada := h.Register("ada")
	ada.Post(reauthenticatePath, object{}).Invalid("password required")
	reauthenticate(ada, "wrong password").Invalid("password password_incorrect")
	reauthenticate(ada, "wrong password").Invalid("password password_incorrect")
	reauthenticate(ada, apitest.Password).Problem(429, "rate_limited")
	h.Clock.Advance(2 * time.Hour)
	h.Send(apitest.Request{Method: "POST", Path: reauthenticatePath, Body: object{"password": apitest.Password}}).Problem(
		401, "unauthorized")
}

func TestAnAccountWithoutAPasswordCannotReauthenticateWithOne(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	setAttribute(t, h, "USER#"+ada.ID, "PROFILE", "pw", "")
	reauthenticate(ada, apitest.Password).Problem(409, "conflict")
}

// A session that was opened before proofs were recorded counts by its start.
func TestSessionWithoutAProofIsFreshAtFirst(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	id := sessionID(t, h, ada)
	item := getItem(t, h, "USER#"+ada.ID, "SESSION#"+id)
	delete(item, "proved")
	delete(item, "how")
	putItem(t, h, "USER#"+ada.ID, "SESSION#"+id, item)
	makeKey(ada).OK()
	h.Clock.Advance(time.Hour)
	ada = h.UserOf(refreshSession(h, ada.RefreshCookie, nil))
	makeKey(ada).Denied("reauthentication_required")
	reauthenticate(ada, apitest.Password).OK()
	makeKey(ada).OK()
}

func TestReauthenticationUnderFaults(t *testing.T) {
	var ada *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 0)},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			h.Clock.Advance(time.Minute)
			return func() *apitest.Answer { return reauthenticate(ada, apitest.Password) }
		},
		State: func(h *apitest.Service) string {
			session := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada))
			return fmt.Sprint(session["proved"], session["how"])
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A proof by password that read the session before a second factor was confirmed in it
// does not take the second factor from the session.
func TestProofKeepsAStrongerConcurrentOne(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	until := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("UpdateItem")})
	done := make(chan *apitest.Answer)
	go func() { done <- reauthenticate(ada, apitest.Password) }()
	<-held.Reached()
	ada.EnableSecondFactor()
	close(until)
	(<-done).OK()
	if how := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada))["how"]; how != "second_factor" {
		t.Errorf("the session was proved by %v, want second_factor", how)
	}
}
