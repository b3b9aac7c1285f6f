package account_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

// Whoever could not be given a session sends the same again, and gets it.
func TestSessionsAreSignedBeforeTheyAreWritten(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer{
		"register": func(api *apitest.Service, _ *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer {
				return register(api, object{"email": "bob@example.com", "password": apitest.Password, "displayName": "Bob"})
			}
		},
		"register invited": func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			owner.Invite("bob@example.com", "user")
			body := object{"email": "bob@example.com", "password": apitest.Password, "displayName": "Bob",
				"invitationToken": api.MailedToken("bob@example.com", "invitation")}
			return func() *apitest.Answer { return register(api, body) }
		},
		"log in with a code": func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			code := owner.EnableSecondFactor().NextCode()
			return func() *apitest.Answer { return loginWithCode(api, owner, code) }
		},
		"log in with a passkey": func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			key := apitest.NewPasskey(api)
			key.AddTo(owner, "laptop").OK()
			body := key.Assert()
			return func() *apitest.Answer { return post(api, "/api/auth/passkey", body) }
		},
		"refresh": func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			api.Clock.Advance(time.Minute)
			return func() *apitest.Answer { return refreshSession(api, owner.RefreshCookie, nil) }
		},
		"refresh into a workspace": func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			body := object{"workspaceId": owner.Post("/api/workspaces", object{"name": "Second"}).ID()}
			api.Clock.Advance(time.Minute)
			return func() *apitest.Answer { return refreshSession(api, owner.RefreshCookie, body) }
		},
		"switch by an access token": func(_ *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			body := object{"workspaceId": owner.Post("/api/workspaces", object{"name": "Second"}).ID()}
			return func() *apitest.Answer { return owner.Post("/api/auth/refresh", body) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apitest.WalkKeys(t, func(t *testing.T) (*apitest.Service, func() *apitest.Answer) {
				api := apitest.New(t)
				return api, prepare(api, api.Register("ada"))
			})
		})
	}
}

// A refresh token that was replaced earlier ends its session, and costs no signature.
func TestStolenRefreshTokensAreNotSigned(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	second := refreshCookieOf(refreshSession(api, owner.RefreshCookie, nil))
	refreshSession(api, second, nil).OK()
	before := api.KeyUses()
	refreshSession(api, owner.RefreshCookie, nil).Problem(401, "unauthorized")
	if uses := api.KeyUses() - before; uses != 1 { // it checks the token
		t.Errorf("%d keys were used, want 1", uses)
	}
}
