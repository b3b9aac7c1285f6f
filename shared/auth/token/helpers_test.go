package token_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"testing"
	"time"

	"stint/shared/auth/token"
)

const (
	issuer    = "https://stint.example"
	audience  = "stint-api"
	user      = "01890a5d-ac96-774b-bcce-b302099a8057"
	session   = "01890a5d-ac96-774b-bcce-b302099a8058"
	workspace = "01890a5d-ac96-774b-bcce-b302099a8059"
	tokenID   = "01890a5d-ac96-774b-bcce-b302099a805a"
)

var (
	start = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	b64   = base64.RawURLEncoding.EncodeToString
)

// clock is a time that tests move.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// issuerAndVerifier is an issuer and a verifier that share a key and a clock.
type issuerAndVerifier struct {
	key      *token.LocalKey
	clock    *clock
	issuer   *token.Issuer
	verifier *token.Verifier
}

func newIssuerAndVerifier(t testing.TB) issuerAndVerifier {
	t.Helper()
	key, err := token.NewLocalKey()
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{start}
	return issuerAndVerifier{key, c, token.NewIssuer(key, issuer, audience, c.read),
		token.NewVerifier(key, issuer, audience, c.read)}
}

func (h issuerAndVerifier) issue(t testing.TB, c token.Claims) string {
	t.Helper()
	raw, err := h.issuer.Issue(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func (h issuerAndVerifier) wantRefused(t testing.TB, name, raw string) {
	t.Helper()
	claims, err := h.verifier.Verify(context.Background(), raw)
	if !errors.Is(err, token.ErrInvalid) || claims != (token.Claims{}) {
		t.Errorf("%s: %+v, %v; want ErrInvalid", name, claims, err)
	}
}

func (h issuerAndVerifier) wantAccepted(t testing.TB, name, raw string) token.Claims {
	t.Helper()
	claims, err := h.verifier.Verify(context.Background(), raw)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return claims
}

func someClaims() token.Claims {
	return token.Claims{Subject: user, SessionID: session, WorkspaceID: workspace, TokenID: tokenID}
}

// fields are the members of a header or a payload.
type fields map[string]any

func (f fields) with(name string, value any) fields {
	changed := maps.Clone(f)
	if changed[name] = value; value == nil {
		delete(changed, name)
	}
	return changed
}

// header and body are what the issuer writes.
func (h issuerAndVerifier) header() fields {
	return fields{"alg": "ES256", "typ": "at+jwt", "kid": h.key.KeyID()}
}

func (h issuerAndVerifier) body() fields {
	return fields{
		"iss": issuer, "aud": audience, "sub": user, "sid": session, "wid": workspace, "jti": tokenID,
		"iat": start.Unix(), "exp": start.Add(token.AccessTTL).Unix(),
	}
}

// forge signs whatever it is given with the real key: what remains to be
// refused then is the content.
func (h issuerAndVerifier) forge(t testing.TB, header, body any) string {
	t.Helper()
	text := segment(t, header) + "." + segment(t, body)
	signature, err := h.key.Sign(context.Background(), sha256.Sum256([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + b64(signature)
}

func segment(t testing.TB, value any) string {
	t.Helper()
	if text, ok := value.(string); ok {
		return b64([]byte(text))
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return b64(text)
}

func newKeyOn(t testing.TB, curve elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
