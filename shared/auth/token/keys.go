package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
)

// PublicKey is a P-256 key that verifies tokens.
type PublicKey struct {
	ID  string // the header "kid" of its tokens
	Key *ecdsa.PublicKey
}

// Keys returns the keys whose tokens are accepted: the current one and the previous
// ones, until their last token has expired. An error means that the keys could not be
// read now.
type Keys interface {
	Keys(ctx context.Context) ([]PublicKey, error)
}

// KeySet is a fixed set of keys.
type KeySet []PublicKey

var _ Keys = KeySet(nil)

// Keys returns the set. It never fails.
func (s KeySet) Keys(context.Context) ([]PublicKey, error) { return s, nil }

// jwk is a public key as JSON (RFC 7517; for curves RFC 7518, section 6.2.1).
type jwk struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	Y         string `json:"y"`
	KeyID     string `json:"kid"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
}

// JWKS returns the JSON Web Key Set (RFC 7517, section 5) of public keys. Keys on another
// curve than P-256 are left out.
func JWKS(keys []PublicKey) []byte {
	set := struct {
		Keys []jwk `json:"keys"`
	}{Keys: make([]jwk, 0, len(keys))}
	for _, key := range keys {
		if x, y, err := coordinates(key.Key); err == nil {
			set.Keys = append(set.Keys, jwk{KeyType: "EC", Curve: "P-256", X: x, Y: y, KeyID: key.ID, Use: "sig", Algorithm: "ES256"})
		}
	}
	text, err := json.Marshal(set)
	if err != nil {
		panic("token: " + err.Error()) // cannot fail: the set has only strings
	}
	return text
}

// Thumbprint is the id of a key that is computed from the key (RFC 7638, SHA-256). The key
// must be on the curve P-256.
func Thumbprint(key *ecdsa.PublicKey) (string, error) {
	x, y, err := coordinates(key)
	if err != nil {
		return "", err
	}
	// The required members in lexicographic order, without white space.
	sum := sha256.Sum256([]byte(`{"crv":"P-256","kty":"EC","x":"` + x + `","y":"` + y + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:]), nil
}

var errNotP256 = errors.New("token: key is not on the curve P-256")

// coordinates returns the point of a key in base64url, 32 bytes each.
func coordinates(key *ecdsa.PublicKey) (x, y string, err error) {
	if !isP256(key) {
		return "", "", errNotP256
	}
	point, err := key.Bytes() // 0x04, x, y (SEC 1, section 2.3.3)
	if err != nil {
		return "", "", err
	}
	b64 := base64.RawURLEncoding
	return b64.EncodeToString(point[1:33]), b64.EncodeToString(point[33:]), nil
}

func isP256(key *ecdsa.PublicKey) bool { return key != nil && key.Curve == elliptic.P256() }
