// Package token issues and verifies access tokens: JSON Web Tokens that are signed with
// ES256 and valid for 15 minutes. A verifier accepts exactly what an issuer with the
// same configuration writes, and no other form that the standards allow.
package token

import (
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/domain"
)

// AccessTTL is how long an access token is valid at most.
const AccessTTL = 15 * time.Minute

// Leeway is how far the clocks of issuer and verifier may differ.
const Leeway = 5 * time.Second

// ErrInvalid is the error for every token that is not accepted. It does not say why.
var ErrInvalid = errors.New("access token not valid")

const (
	// mediaType is the header "typ" of an access token (RFC 9068, section
	// 2.1). The same keys may sign tokens for other purposes one day; with the type,
	// none of them is accepted as an access token.
	mediaType     = "at+jwt"
	maxTokenBytes = 4096 // ours have about 500
)

// Claims is the content of an access token.
type Claims struct {
	Subject     domain.ID // "sub": the user
	SessionID   domain.ID // "sid"; "" in the token of an app
	WorkspaceID domain.ID // "wid": the active workspace; "" for none: the claim is then absent
	TokenID     domain.ID // "jti"
	IssuedAt    time.Time // "iat", whole seconds
	ExpiresAt   time.Time // "exp", whole seconds, at most AccessTTL after IssuedAt
	AuthTime    time.Time // "auth_time", whole seconds: when the user last proved who they are; zero for none

	App *AppClaims // in the token of an app; nil in that of a session
}

// AppClaims are the claims that only the token of an app has (RFC 9068, section 2.2).
type AppClaims struct {
	GrantID  domain.ID // "gid"
	ClientID string    // "client_id"
	Scope    string    // "scope"
	Audience string    // "aud": one of the resources of the service
}

// payload is the JSON of the claims. The times are integers, because the types of the
// library also accept strings and fractions.
type payload struct {
	Issuer      string  `json:"iss"`
	Audience    string  `json:"aud"` // exactly one: a list is an error
	Subject     string  `json:"sub"`
	SessionID   string  `json:"sid,omitempty"`
	WorkspaceID *string `json:"wid,omitempty"`
	TokenID     string  `json:"jti"`
	IssuedAt    *int64  `json:"iat"`
	NotBefore   *int64  `json:"nbf,omitempty"`
	ExpiresAt   *int64  `json:"exp"`
	AuthTime    *int64  `json:"auth_time,omitempty"`
	GrantID     string  `json:"gid,omitempty"`
	ClientID    string  `json:"client_id,omitempty"`
	Scope       string  `json:"scope,omitempty"`
}

var _ jwt.Claims = (*payload)(nil)

// The methods of jwt.Claims.

func (p *payload) GetExpirationTime() (*jwt.NumericDate, error) { return numericDate(p.ExpiresAt), nil }
func (p *payload) GetIssuedAt() (*jwt.NumericDate, error)       { return numericDate(p.IssuedAt), nil }
func (p *payload) GetNotBefore() (*jwt.NumericDate, error)      { return numericDate(p.NotBefore), nil }
func (p *payload) GetIssuer() (string, error)                   { return p.Issuer, nil }
func (p *payload) GetSubject() (string, error)                  { return p.Subject, nil }
func (p *payload) GetAudience() (jwt.ClaimStrings, error) {
	return jwt.ClaimStrings{p.Audience}, nil
}

// toClaims converts a payload to claims; ok is false when an id is no UUID, when the token
// is of a session and of an app, or of neither, or is valid for longer than any that we issue.
func (p *payload) toClaims() (c Claims, ok bool) {
	if p.IssuedAt == nil || p.ExpiresAt == nil {
		return Claims{}, false
	}
	iat, exp := *p.IssuedAt, *p.ExpiresAt
	if iat < 0 || exp <= iat || exp-iat > int64(AccessTTL/time.Second) {
		return Claims{}, false
	}
	c.IssuedAt, c.ExpiresAt = time.Unix(iat, 0).UTC(), time.Unix(exp, 0).UTC()
	if p.AuthTime != nil {
		c.AuthTime = time.Unix(*p.AuthTime, 0).UTC()
	}
	var subject, holder, id bool
	c.Subject, subject = domain.ParseID(p.Subject)
	if p.SessionID != "" {
		c.SessionID, holder = domain.ParseID(p.SessionID)
		holder = holder && p.GrantID == ""
	} else {
		c.App = &AppClaims{ClientID: p.ClientID, Scope: p.Scope, Audience: p.Audience}
		c.App.GrantID, holder = domain.ParseID(p.GrantID)
	}
	c.TokenID, id = domain.ParseID(p.TokenID)
	workspace := true
	if p.WorkspaceID != nil {
		c.WorkspaceID, workspace = domain.ParseID(*p.WorkspaceID)
	}
	return c, subject && holder && id && workspace
}

func numericDate(seconds *int64) *jwt.NumericDate {
	if seconds == nil {
		return nil
	}
	return jwt.NewNumericDate(time.Unix(*seconds, 0))
}
