package oidc_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/secret"
)

// newAttempt makes an attempt with the secrets of the tests.
func newAttempt() oauth.Attempt {
	a, err := oauth.NewAttempt(context.Background(), secret.NewLocal([]byte(strings.Repeat("m", 32))))
	if err != nil {
		panic(err)
	}
	return a
}

var person = idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada", EmailVerified: true}

const redirectURL = "https://api.example.com/live/api/auth/sso/external/callback"

// fixture is a client at a stand-in.
type fixture struct {
	t      *testing.T
	idp    *idp.StandIn
	clock  *testkit.Clock
	client *oidc.Client
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	b := &fixture{t: t, clock: testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))}
	b.idp = idp.NewStandIn(t, b.clock.Now)
	b.client = b.newClient(b.idp.Issuer, oauth.CallTimeout)
	return b
}

func (b *fixture) newClient(issuer string, timeout time.Duration) *oidc.Client {
	return b.newClientWith(issuer, oauth.NewHTTPClient(timeout))
}

func (b *fixture) newClientWith(issuer string, calls *http.Client) *oidc.Client {
	return oidc.New(oidc.Options{
		Issuer: issuer, ClientID: idp.ClientID, RedirectURL: redirectURL, HTTP: calls, Now: b.clock.Now,
		ClientSecret: func(context.Context) (string, error) { return idp.ClientSecret, nil },
	})
}

// signIn sends a user to the provider and redeems the code of the callback.
func (b *fixture) signIn(person idp.User, change ...func(*oidc.Callback)) (oidc.Identity, error) {
	b.t.Helper()
	attempt := newAttempt()
	address, err := b.client.AuthorizationURL(b.t.Context(), attempt)
	if err != nil {
		b.t.Fatal(err)
	}
	q := b.idp.Login(address, person)
	callback := oidc.Callback{Code: q.Get("code"), Issuer: q.Get("iss")}
	for _, f := range change {
		f(&callback)
	}
	return b.client.Redeem(b.t.Context(), callback, attempt)
}

// wantFailure checks that an error is one that may be logged, at a step, with a
// reason that holds some words and none of the visit's secrets.
func (b *fixture) wantFailure(err error, step, reason string) {
	b.t.Helper()
	var failed *oauth.Failure
	if !errors.As(err, &failed) || failed.Step != step || !strings.Contains(failed.Reason, reason) {
		b.t.Errorf("%v, want a failure of %s: %s", err, step, reason)
		return
	}
	for _, secret := range append(b.idp.Secrets(), person.Email, idp.ClientSecret) {
		if secret != "" && strings.Contains(err.Error(), secret) {
			b.t.Errorf("the error reveals a secret: %v", err)
		}
	}
}

func respondWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
