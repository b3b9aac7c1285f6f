package token

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/domain"
)

// countingMethod counts the signatures that are verified.
type countingMethod struct {
	jwt.SigningMethod
	verified int
}

func (c *countingMethod) Verify(text string, signature []byte, key any) error {
	c.verified++
	return c.SigningMethod.Verify(text, signature, key)
}

func newCounted(t *testing.T) (*goodSignatures, *countingMethod, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	good, counted := newGoodSignatures(), &countingMethod{SigningMethod: jwt.SigningMethodES256}
	good.SigningMethod = counted
	return good, counted, key
}

func sign(t *testing.T, key *ecdsa.PrivateKey, text string) []byte {
	t.Helper()
	signature, err := jwt.SigningMethodES256.Sign(text, key)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// Only a good signature is remembered, for its text and its key alone.
func TestGoodSignaturesAreVerifiedOnce(t *testing.T) {
	t.Parallel()
	good, counted, key := newCounted(t)
	_, _, other := newCounted(t)
	signature := sign(t, key, "a.b")
	changed := append([]byte{}, signature...)
	changed[40] ^= 1
	for i, c := range []struct {
		text      string
		signature []byte
		key       any
		good      bool
		verified  int // so many in all
	}{
		{"a.b", signature, &key.PublicKey, true, 1},
		{"a.b", signature, &key.PublicKey, true, 1},
		{"a.c", signature, &key.PublicKey, false, 2},
		{"a.b", changed, &key.PublicKey, false, 3},
		{"a.b", changed, &key.PublicKey, false, 4},
		{"a.b", signature, &other.PublicKey, false, 5},
		{"a.b", signature[:63], &key.PublicKey, false, 6},
		{"a.b" + string(signature[:1]), signature[1:], &key.PublicKey, false, 7},
		{"a.b", nil, &key.PublicKey, false, 8},
		{"a.b", signature, nil, false, 9},
		{"a.b", signature, &key.PublicKey, true, 9},
	} {
		if err := good.Verify(c.text, c.signature, c.key); (err == nil) != c.good || counted.verified != c.verified {
			t.Errorf("%d: %v after %d verifications, want %v after %d", i, err, counted.verified, c.good, c.verified)
		}
	}
}

func TestGoodSignaturesAreBounded(t *testing.T) {
	t.Parallel()
	good, _, key := newCounted(t)
	for i := range maxGoodSignatures + 1 {
		good.add(goodSignature{key: &key.PublicKey, text: [32]byte([]byte(fmt.Sprintf("%032d", i)))})
	}
	if len(good.known) != 1 {
		t.Errorf("%d are remembered, want the last one", len(good.known))
	}
}

// A token is verified once, and its times are checked each time.
func TestATokenIsVerifiedOnce(t *testing.T) {
	t.Parallel()
	key, err := NewLocalKey()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	raw, err := NewIssuer(key, "issuer", "audience", clock).Issue(t.Context(), Claims{
		Subject: domain.NewID(), SessionID: domain.NewID(), WorkspaceID: domain.NewID(), ExpiresAt: now.Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	v, counted := NewVerifier(key, "issuer", "audience", clock), &countingMethod{SigningMethod: jwt.SigningMethodES256}
	v.signatures.SigningMethod = counted
	for range 3 {
		if _, err := v.Verify(t.Context(), raw); err != nil {
			t.Error(err)
		}
	}
	if counted.verified != 1 {
		t.Errorf("%d verifications, want 1", counted.verified)
	}
	now = now.Add(time.Hour)
	if _, err := v.Verify(t.Context(), raw); !errors.Is(err, ErrInvalid) {
		t.Errorf("an expired token: %v", err)
	}
}
