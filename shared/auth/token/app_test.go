package token_test

import (
	"context"
	"testing"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
)

func appClaims() token.Claims {
	return token.Claims{Subject: domain.NewID(), WorkspaceID: domain.NewID(),
		App: &token.AppClaims{GrantID: domain.NewID(), ClientID: "stint", Scope: "read", Audience: "https://api.example"}}
}

// newAppVerifier accepts tokens for two resources.
func (h issuerAndVerifier) newAppVerifier(audiences ...string) *token.Verifier {
	return token.NewAppVerifier(h.key, issuer, audiences, h.clock.read)
}

// The token of an app comes back with all of its claims, for each audience of the service.
func TestAppTokensRoundTrip(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	verifier := h.newAppVerifier("https://api.example", "https://api.example/mcp")
	for _, audience := range []string{"https://api.example", "https://api.example/mcp"} {
		want := appClaims()
		want.App.Audience = audience
		got, err := verifier.Verify(t.Context(), h.issue(t, want))
		if err != nil || got.App == nil || *got.App != *want.App || got.Subject != want.Subject || got.SessionID != "" ||
			got.WorkspaceID != want.WorkspaceID || got.ExpiresAt.Sub(got.IssuedAt) != token.AccessTTL {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

// A verifier of sessions accepts no token of an app, and the other way round, whatever their audience is.
func TestAppTokensAndSessionTokensAreApart(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	h.wantRefused(t, "an app's token", h.issue(t, appClaims()))
	same := appClaims()
	same.App.Audience = audience
	h.wantRefused(t, "an app's token for the audience of sessions", h.issue(t, same))
	session := h.issue(t, token.Claims{Subject: domain.NewID(), SessionID: domain.NewID()})
	for name, raw := range map[string]string{"a session's token": session, "another audience": h.issue(t, appClaims())} {
		if _, err := h.newAppVerifier(audience).Verify(t.Context(), raw); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// A token is of a session or of an app.
func TestTokensHaveOneHolder(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	both := appClaims()
	both.SessionID = domain.NewID()
	none := appClaims()
	none.App.GrantID = ""
	for name, c := range map[string]token.Claims{"both": both, "no grant": none, "nobody": {Subject: domain.NewID()}} {
		if raw, err := h.issuer.Issue(context.Background(), c); err == nil {
			t.Errorf("%s: issued %.10s…", name, raw)
		}
	}
}

// The token of an app ends with its 15 minutes, or earlier.
func TestAppTokensExpire(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	verifier := h.newAppVerifier("https://api.example")
	c := appClaims()
	c.ExpiresAt = h.clock.now.Add(time.Minute)
	raw := h.issue(t, c)
	h.clock.now = h.clock.now.Add(time.Minute + token.Leeway + time.Second)
	if _, err := verifier.Verify(t.Context(), raw); err == nil {
		t.Error("an expired token was accepted")
	}
}
