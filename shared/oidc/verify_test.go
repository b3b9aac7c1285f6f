package oidc_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/internal/testkit/idp"
)

func handlers(path string, h http.HandlerFunc) map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{path: h}
}

// claim is a fault in one claim; a nil value takes it away.
func claim(name string, value any) idp.Faults {
	return idp.Faults{Claims: func(c map[string]any) {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}}
}

func TestWrongClaimsAreRefused(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	now := b.clock.Now()
	for _, c := range []struct {
		name, reason string
		fault        idp.Faults
	}{
		{"another issuer", "another issuer's", claim("iss", "https://evil.example")},
		{"no issuer", "another issuer's", claim("iss", nil)},
		{"the issuer with a slash", "another issuer's", claim("iss", b.idp.Issuer+"/")},
		{"another audience", "another audience", claim("aud", "other-app")},
		{"no audience", "another audience", claim("aud", nil)},
		{"two audiences and no party", "another party", claim("aud", []string{idp.ClientID, "other-app"})},
		{"another party", "another party", claim("azp", "other-app")},
		{"an empty party", "another party", claim("azp", "")},
		{"a party that is no text", "claims", claim("azp", 7)},
		{"another nonce", "nonce", claim("nonce", strings.Repeat("n", 43))},
		{"no nonce", "nonce", claim("nonce", nil)},
		{"expired a second ago", "expired", claim("exp", now.Add(-time.Second).Unix())},
		{"no end", "expired", claim("exp", nil)},
		{"an end that is no time", "claims", claim("exp", "tomorrow")},
		{"not valid for an hour", "not valid yet", claim("nbf", now.Add(time.Hour).Unix())},
		{"made in two minutes", "just now", claim("iat", now.Add(2*time.Minute).Unix())},
		{"made an hour ago", "just now", claim("iat", now.Add(-time.Hour).Unix())},
		{"made at no time", "just now", claim("iat", nil)},
		{"no subject", "subject", claim("sub", nil)},
		{"a subject of a thousand letters", "subject", claim("sub", strings.Repeat("s", 1000))},
		{"a subject with a line break", "subject", claim("sub", "ada\r\n")},
		{"the hash of another access token", "access token", claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")},
	} {
		b.idp.SetFaults(c.fault)
		_, err := b.signIn(person)
		if err == nil {
			t.Errorf("%s: let in", c.name)
			continue
		}
		b.wantFailure(err, "id token", c.reason)
	}
	b.idp.SetFaults(idp.Faults{Claims: func(c map[string]any) {
		c["aud"], c["azp"] = []string{idp.ClientID, "b"},
			idp.ClientID
	}})
	if _, err := b.signIn(person); err != nil {
		t.Errorf("several audiences with us as the party: %v", err)
	}
}

func TestWrongSignaturesAreRefused(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	der, err := x509.MarshalPKIXPublicKey(b.idp.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	otherKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	const algorithm, key = "algorithm is not allowed", "not one of the provider's keys"
	for _, c := range []struct {
		name, reason string
		sign         func(map[string]any) string
	}{
		{"none", algorithm, func(c map[string]any) string {
			return b.idp.SignAs(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, c)
		}},
		{"NONE", algorithm, func(c map[string]any) string { return unsigned(t, "NONE", c) }},
		{"HMAC with the public key", algorithm, func(c map[string]any) string {
			return b.idp.SignAs(jwt.SigningMethodHS256, public, c)
		}},
		{"HMAC with the client secret", algorithm, func(c map[string]any) string {
			return b.idp.SignAs(jwt.SigningMethodHS256, []byte(idp.ClientSecret), c)
		}},
		{"another key", key, func(c map[string]any) string { return b.idp.SignAs(jwt.SigningMethodES256, otherKey, c) }},
		{"one letter changed", key, func(c map[string]any) string {
			raw := []byte(b.idp.Sign(c))
			i, other := len(raw)-10, byte('A')
			if raw[i] == other {
				other = 'B'
			}
			raw[i] = other
			return string(raw)
		}},
		{"no token", "none in the answer", func(map[string]any) string { return "" }},
		{"no JWT", "none in the answer", func(map[string]any) string { return "a.b" }},
		{"a megabyte of dots", "none in the answer", func(map[string]any) string { return strings.Repeat(".", 500_000) }},
		{"in JSON", "none in the answer", func(map[string]any) string {
			return `{"payload":"a.b","signatures":[{"protected":"."}]}`
		}},
	} {
		b.idp.SetFaults(idp.Faults{Sign: c.sign})
		_, err := b.signIn(person)
		if err == nil {
			t.Errorf("%s: let in", c.name)
			continue
		}
		b.wantFailure(err, "id token", c.reason)
	}
}

// unsigned is a token of another algorithm's name without a signature.
func unsigned(t *testing.T, algorithm string, claims map[string]any) string {
	t.Helper()
	body, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	text := base64.RawURLEncoding.EncodeToString
	return text([]byte(`{"alg":"`+algorithm+`"}`)) + "." + text(body) + "."
}

// Whatever is not clearly true does not verify an address.
func TestEmailVerifiedMustBeTrue(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	for value, want := range map[any]bool{true: true, "true": true, false: false, "false": false, "TRUE": false, 1: false,
		"1": false, nil: false} {
		b.idp.SetFaults(claim("email_verified", value))
		identity, err := b.signIn(person)
		if err != nil || identity.EmailVerified != want {
			t.Errorf("%#v: verified %t, %v", value, identity.EmailVerified, err)
		}
	}
}
