package token_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"stint/shared/auth/token"
)

func TestIssuedTokensAreAccepted(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	h.clock.now = start.Add(700 * time.Millisecond) // tokens have whole seconds
	want := someClaims()
	want.IssuedAt, want.ExpiresAt = start, start.Add(15*time.Minute)
	if got := h.wantAccepted(t, "all claims", h.issue(t, someClaims())); got != want {
		t.Errorf("claims %+v, want %+v", got, want)
	}
	without := someClaims()
	without.WorkspaceID, want.WorkspaceID = "", ""
	if got := h.wantAccepted(t, "no workspace", h.issue(t, without)); got != want {
		t.Errorf("claims %+v, want %+v", got, want)
	}
}

func TestHeaderAndPayloadOfIssuedTokens(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	claims := someClaims()
	claims.WorkspaceID = ""
	parts := strings.Split(h.issue(t, claims), ".")
	for i, want := range []string{
		`{"alg":"ES256","kid":"` + h.key.KeyID() + `","typ":"at+jwt"}`,
		`{"iss":"https://stint.example","aud":"stint-api","sub":"` + user + `","sid":"` + session + `","jti":"` + tokenID +
			`","iat":1740830400,"exp":1740831300}`,
	} {
		got, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil || string(got) != want {
			t.Errorf("segment %d: %s, %v; want %s", i, got, err, want)
		}
	}
}

func TestTokenIDsAreUnique(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	claims := someClaims()
	claims.TokenID = ""
	one, two := h.wantAccepted(t, "one", h.issue(t, claims)), h.wantAccepted(t, "two", h.issue(t, claims))
	if one.TokenID == "" || one.TokenID == two.TokenID {
		t.Errorf("token ids %q and %q", one.TokenID, two.TokenID)
	}
}

func TestIssueBoundsTheLifetime(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	for _, c := range []struct {
		name   string
		expiry time.Time
		want   time.Duration
	}{
		{"no expiry", time.Time{}, 15 * time.Minute},
		{"shorter", start.Add(time.Minute), time.Minute},
		{"longer", start.Add(time.Hour), 15 * time.Minute},
	} {
		claims := someClaims()
		claims.ExpiresAt = c.expiry
		claims.IssuedAt = start.Add(-time.Hour) // not the caller's to say
		got := h.wantAccepted(t, c.name, h.issue(t, claims))
		if !got.ExpiresAt.Equal(start.Add(c.want)) || !got.IssuedAt.Equal(start) {
			t.Errorf("%s: from %v to %v", c.name, got.IssuedAt, got.ExpiresAt)
		}
	}
}

func TestIssueRefusesInvalidClaims(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	for name, change := range map[string]func(*token.Claims){
		"no subject":    func(c *token.Claims) { c.Subject = "" },
		"no session":    func(c *token.Claims) { c.SessionID = "" },
		"odd workspace": func(c *token.Claims) { c.WorkspaceID = "w" },
		"odd token id":  func(c *token.Claims) { c.TokenID = "t" },
		"ended already": func(c *token.Claims) { c.ExpiresAt = start },
	} {
		claims := someClaims()
		change(&claims)
		if raw, err := h.issuer.Issue(context.Background(), claims); err == nil || raw != "" {
			t.Errorf("%s: issued %q, %v", name, raw, err)
		}
	}
}

// brokenSigner cannot reach its key.
type brokenSigner struct{ err error }

func (brokenSigner) KeyID() string                                    { return "k" }
func (b brokenSigner) Sign(context.Context, [32]byte) ([]byte, error) { return nil, b.err }

func TestIssuePassesTheSignersError(t *testing.T) {
	t.Parallel()
	down := errors.New("key service is down")
	h := newIssuerAndVerifier(t)
	raw, err := token.NewIssuer(brokenSigner{down}, issuer, audience, h.clock.read).Issue(context.Background(),
		someClaims())
	if !errors.Is(err, down) || raw != "" {
		t.Errorf("issued %q, %v", raw, err)
	}
}

func TestJWKS(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	keys, err := h.key.Keys(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var set struct{ Keys []map[string]string }
	if err := json.Unmarshal(token.JWKS(keys), &set); err != nil || len(set.Keys) != 1 {
		t.Fatalf("%s: %v", token.JWKS(keys), err)
	}
	key := set.Keys[0]
	for name, want := range map[string]string{"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig",
		"kid": h.key.KeyID()} {
		if key[name] != want {
			t.Errorf("%s is %q, want %q", name, key[name], want)
		}
	}
	if len(key["x"]) != 43 || len(key["y"]) != 43 || len(key) != 7 { // 32 bytes each in base64url; seven members
		t.Errorf("members %v", key)
	}
	if got := string(token.JWKS(nil)); got != `{"keys":[]}` {
		t.Errorf("no keys: %s", got)
	}
}
