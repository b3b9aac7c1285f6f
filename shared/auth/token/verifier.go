package token

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/problem"
)

// Verifier decides whether an access token is ours and still valid. It may be
// used by several goroutines.
type Verifier struct {
	keys             Keys
	issuer, audience string
	parser           *jwt.Parser
}

// NewVerifier makes a verifier of the tokens that NewIssuer's issuer with the
// same issuer and audience signs under one of the keys.
func NewVerifier(keys Keys, issuer, audience string, clock func() time.Time) *Verifier {
	return &Verifier{keys: keys, issuer: issuer, audience: audience, parser: jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodES256.Alg()}),
		jwt.WithStrictDecoding(),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithLeeway(Leeway),
		jwt.WithTimeFunc(clock),
	)}
}

// Verify reads a token. Whatever is wrong with the token itself is ErrInvalid.
// Keys that could not be read are service_unavailable, which says nothing
// about the token.
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
		return findKey(keys, id)
	})
	if unread != nil {
		return Claims{}, problem.Unavailable(fmt.Errorf("read token keys: %w", unread))
	}
	// The library's own checks of issuer and audience are off when nothing is
	// expected, and take one audience of many; ours must match exactly.
	if err != nil || body.Issuer != v.issuer || body.Audience != v.audience {
		return Claims{}, ErrInvalid
	}
	claims, ok := body.toClaims()
	if !ok {
		return Claims{}, ErrInvalid
	}
	return claims, nil
}

// isPlausible looks at size and alphabet before anything is decoded: three
// segments of base64url. Line breaks in particular, which base64 decoding
// would skip, are refused here.
func isPlausible(raw string) bool {
	return len(raw) <= maxTokenBytes && strings.Count(raw, ".") == 2 && !strings.ContainsFunc(raw, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	})
}

// headerKeyID gives the key that a header names. A header has exactly alg, typ and
// kid: so "crit", and the ways of bringing one's own key ("jwk", "jku", "x5c",
// "x5u"), are refused with everything else we never write.
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
