// Package token issues and verifies access tokens: JSON Web Tokens signed with
// ES256 that live a quarter of an hour. A verifier accepts exactly what an
// issuer of the same configuration writes, and nothing else that the standards
// would allow.
package token

import (
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/domain"
)

// AccessTTL is how long an access token lives at most.
const AccessTTL = 15 * time.Minute

// Leeway is how far the clocks of issuer and verifier may be apart.
const Leeway = 5 * time.Second

// ErrInvalid is the one answer to every token that is not accepted; it does
// not say why.
var ErrInvalid = errors.New("access token not valid")

const (
	// mediaType is the header "typ" of an access token (RFC 9068, section
	// 2.1). It keeps tokens that the same keys may sign for another purpose
	// from passing as access tokens, and the other way round.
	mediaType     = "at+jwt"
	maxTokenBytes = 4096 // bytes of a token; ours have about 500
)

// Claims is what an access token says.
type Claims struct {
	Subject     domain.ID // "sub": the user
	SessionID   domain.ID // "sid"
	WorkspaceID domain.ID // "wid": the active workspace; "" for none, and then absent
	TokenID     domain.ID // "jti"
	IssuedAt    time.Time // "iat", whole seconds
	ExpiresAt   time.Time // "exp", whole seconds, at most AccessTTL after IssuedAt
}

// payload is the JSON of the claims. The times are integers on purpose: the
// number types of the library also take strings and fractions.
type payload struct {
	Issuer      string  `json:"iss"`
	Audience    string  `json:"aud"` // exactly one: a list does not decode
	Subject     string  `json:"sub"`
	SessionID   string  `json:"sid"`
	WorkspaceID *string `json:"wid,omitempty"`
	TokenID     string  `json:"jti"`
	IssuedAt    *int64  `json:"iat"`
	NotBefore   *int64  `json:"nbf,omitempty"`
	ExpiresAt   *int64  `json:"exp"`
}

var _ jwt.Claims = (*payload)(nil)

func (p *payload) GetExpirationTime() (*jwt.NumericDate, error) { return numericDate(p.ExpiresAt), nil }
func (p *payload) GetIssuedAt() (*jwt.NumericDate, error)       { return numericDate(p.IssuedAt), nil }
func (p *payload) GetNotBefore() (*jwt.NumericDate, error)      { return numericDate(p.NotBefore), nil }
func (p *payload) GetIssuer() (string, error)                   { return p.Issuer, nil }
func (p *payload) GetSubject() (string, error)                  { return p.Subject, nil }
func (p *payload) GetAudience() (jwt.ClaimStrings, error) {
	return jwt.ClaimStrings{p.Audience}, nil
}

// toClaims turns a payload into claims; ok is false when an id is no UUID or the
// token would live longer than any we issue.
func (p *payload) toClaims() (c Claims, ok bool) {
	if p.IssuedAt == nil || p.ExpiresAt == nil {
		return Claims{}, false
	}
	iat, exp := *p.IssuedAt, *p.ExpiresAt
	if iat < 0 || exp <= iat || exp-iat > int64(AccessTTL/time.Second) {
		return Claims{}, false
	}
	c.IssuedAt, c.ExpiresAt = time.Unix(iat, 0).UTC(), time.Unix(exp, 0).UTC()
	var subject, session, id bool
	c.Subject, subject = domain.ParseID(p.Subject)
	c.SessionID, session = domain.ParseID(p.SessionID)
	c.TokenID, id = domain.ParseID(p.TokenID)
	workspace := true
	if p.WorkspaceID != nil {
		c.WorkspaceID, workspace = domain.ParseID(*p.WorkspaceID)
	}
	return c, subject && session && id && workspace
}

func numericDate(seconds *int64) *jwt.NumericDate {
	if seconds == nil {
		return nil
	}
	return jwt.NewNumericDate(time.Unix(*seconds, 0))
}
