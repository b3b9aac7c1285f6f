package oidc_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

var master = []byte(strings.Repeat("m", 32))

var ada = idp.Person{Subject: "ada-1", Email: "ada@example.com", Name: "Ada", Verified: true}

const redirectURL = "https://api.example.com/live/api/auth/sso/external/callback"

// bench is a client at a stand-in.
type bench struct {
	t      *testing.T
	idp    *idp.StandIn
	clock  *testkit.Clock
	client *oidc.Client
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, clock: testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))}
	b.idp = idp.NewStandIn(t, b.clock.Now)
	b.client = b.clientOf(b.idp.Issuer, oauth.Patience)
	return b
}

func (b *bench) clientOf(issuer string, patience time.Duration) *oidc.Client {
	return oidc.New(oidc.Options{
		Issuer: issuer, ClientID: idp.ClientID, RedirectURL: redirectURL, HTTP: oauth.NewHTTPClient(patience), Now: b.clock.Now,
		ClientSecret: func(context.Context) (string, error) { return idp.ClientSecret, nil },
	})
}

// visit sends somebody to the provider and redeems what they come back with.
func (b *bench) visit(who idp.Person, change ...func(*oidc.Return)) (oidc.Identity, error) {
	b.t.Helper()
	attempt := oauth.Begin(master)
	address, err := b.client.AuthorizationURL(b.t.Context(), attempt)
	if err != nil {
		b.t.Fatal(err)
	}
	q := b.idp.Login(address, who)
	back := oidc.Return{Code: q.Get("code"), Issuer: q.Get("iss")}
	for _, f := range change {
		f(&back)
	}
	return b.client.Redeem(b.t.Context(), back, attempt)
}

// failure checks that an error is one that may be logged, at a step, with a
// reason that holds some words and none of the visit's secrets.
func (b *bench) failure(err error, step, reason string) {
	b.t.Helper()
	var failed *oauth.Failure
	if !errors.As(err, &failed) || failed.Step != step || !strings.Contains(failed.Reason, reason) {
		b.t.Errorf("%v, want a failure of %s: %s", err, step, reason)
		return
	}
	for _, secret := range append(b.idp.Secrets(), ada.Email, idp.ClientSecret) {
		if secret != "" && strings.Contains(err.Error(), secret) {
			b.t.Errorf("the error tells a secret: %v", err)
		}
	}
}

func answering(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
