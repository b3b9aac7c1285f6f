package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/problem"
)

// Verifier checks whether an access token is ours and still valid. It may be used by
// several goroutines.
type Verifier struct {
	keys       Keys
	issuer     string
	audiences  []string // a token has one of them
	ofApps     bool     // whether the tokens of apps are accepted, and not those of sessions
	parser     *jwt.Parser
	signatures *goodSignatures
}

// NewVerifier makes a verifier of the tokens of sessions. It accepts those of an Issuer with the same issuer
// and audience that are signed with one of the keys.
func NewVerifier(keys Keys, issuer, audience string, clock func() time.Time) *Verifier {
	return newVerifier(&Verifier{keys: keys, issuer: issuer, audiences: []string{audience}}, clock)
}

// NewAppVerifier makes a verifier of the tokens of apps. It accepts those of an Issuer with the same issuer that are
// for one of the audiences and signed with one of the keys.
func NewAppVerifier(keys Keys, issuer string, audiences []string, clock func() time.Time) *Verifier {
	return newVerifier(&Verifier{keys: keys, issuer: issuer, audiences: audiences, ofApps: true}, clock)
}

func newVerifier(v *Verifier, clock func() time.Time) *Verifier {
	v.signatures = newGoodSignatures()
	v.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodES256.Alg()}),
		jwt.WithStrictDecoding(),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithLeeway(Leeway),
		jwt.WithTimeFunc(clock),
	)
	return v
}

// Verify checks a token and returns its claims. Errors: ErrInvalid for any token that is
// not accepted; service_unavailable when the keys could not be read, so that the token
// could not be checked.
func (v *Verifier) Verify(ctx context.Context, raw string) (Claims, error) {
	if !isPlausible(raw) {
		return Claims{}, ErrInvalid
	}
	var body payload
	var unread error
	_, err := v.parser.ParseWithClaims(raw, &body, func(t *jwt.Token) (any, error) {
		id, ok := headerKeyID(t.Header)
		if !ok {
			return nil, ErrInvalid
		}
		keys, err := v.keys.Keys(ctx)
		if err != nil {
			unread = err
			return nil, err
		}
		t.Method = v.signatures // the parser has checked that it is ES256
		return findKey(keys, id)
	})
	if unread != nil {
		return Claims{}, problem.Unavailable(fmt.Errorf("read token keys: %w", unread))
	}
	// Issuer and audience are checked here, because the library skips the check of an
	// empty expected value and accepts one of several audiences.
	if err != nil || body.Issuer != v.issuer || !slices.Contains(v.audiences, body.Audience) {
		return Claims{}, ErrInvalid
	}
	claims, ok := body.toClaims()
	if !ok || (claims.App != nil) != v.ofApps {
		return Claims{}, ErrInvalid
	}
	return claims, nil
}

// isPlausible checks size and alphabet before anything is decoded: three segments of
// base64url. Decoding would skip line breaks, so they must be refused here.
func isPlausible(raw string) bool {
	return len(raw) <= maxTokenBytes && strings.Count(raw, ".") == 2 && !strings.ContainsFunc(raw, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	})
}

// headerKeyID is the id of the key that a header names. A header must have exactly alg,
// typ and kid. So "crit" is refused, and so are the members with which an attacker could
// supply a key: "jwk", "jku", "x5c" and "x5u".
func headerKeyID(header map[string]any) (string, bool) {
	id, isText := header["kid"].(string)
	_, hasAlg := header["alg"] // its value is checked by the parser
	return id, isText && hasAlg && header["typ"] == mediaType && len(header) == 3
}

func findKey(keys []PublicKey, id string) (*ecdsa.PublicKey, error) {
	for _, key := range keys {
		if key.ID == id && isP256(key.Key) {
			return key.Key, nil
		}
	}
	return nil, ErrInvalid
}

// Sizes of goodSignatures.
const (
	maxGoodSignatures = 1_000 // each takes about 150 bytes
	signatureSize     = 64    // of ES256, in bytes
)

// goodSignatures is ES256 that remembers which signatures it found good. Verifying one
// takes a tenth of a millisecond, and each request of a session has the same. Whether a
// key made a signature of a text never changes; everything else about a token is checked
// each time.
type goodSignatures struct {
	jwt.SigningMethod
	mu    sync.Mutex
	known map[goodSignature]struct{}
}

// goodSignature is a signature of a text that a key made.
type goodSignature struct {
	key       *ecdsa.PublicKey
	text      [sha256.Size]byte // its digest
	signature [signatureSize]byte
}

func newGoodSignatures() *goodSignatures {
	return &goodSignatures{SigningMethod: jwt.SigningMethodES256, known: map[goodSignature]struct{}{}}
}

// Verify implements jwt.SigningMethod.
func (g *goodSignatures) Verify(text string, signature []byte, key any) error {
	public, ok := key.(*ecdsa.PublicKey)
	if !ok || len(signature) != signatureSize {
		return g.SigningMethod.Verify(text, signature, key)
	}
	s := goodSignature{public, sha256.Sum256([]byte(text)), [signatureSize]byte(signature)}
	if g.has(s) {
		return nil
	}
	err := g.SigningMethod.Verify(text, signature, key)
	if err == nil {
		g.add(s)
	}
	return err
}

func (g *goodSignatures) has(s goodSignature) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, ok := g.known[s]
	return ok
}

// add remembers a signature. It forgets all others when there are too many.
func (g *goodSignatures) add(s goodSignature) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= maxGoodSignatures {
		clear(g.known)
	}
	g.known[s] = struct{}{}
}
