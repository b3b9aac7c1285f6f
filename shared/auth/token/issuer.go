package token

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/domain"
)

// Signer signs with a private key: one in KMS (KMSSigner), or a LocalKey.
type Signer interface {
	// KeyID is the id of the key in the header of tokens ("kid"). It does no I/O.
	KeyID() string
	// Sign returns the ES256 signature of a SHA-256 digest: r and s, 32 big-endian
	// bytes each (RFC 7518, section 3.4).
	Sign(ctx context.Context, digest [32]byte) ([]byte, error)
}

// Issuer issues access tokens. It may be used by several goroutines.
type Issuer struct {
	signer           Signer
	issuer, audience string
	clock            func() time.Time
}

// NewIssuer makes an issuer. issuer and audience are the claims "iss" and "aud" of its
// tokens.
func NewIssuer(signer Signer, issuer, audience string, clock func() time.Time) *Issuer {
	return &Issuer{signer: signer, issuer: issuer, audience: audience, clock: clock}
}

// Issue signs a token. c.IssuedAt is ignored: the token is issued now. It expires at
// c.ExpiresAt, but at the latest after AccessTTL, which is also the default. Without
// c.TokenID, the token gets a new id. Claims that no verifier would accept, such as an
// id that is no UUID or a time in the past, are an error. The token of an app has the
// audience that its claims name.
func (i *Issuer) Issue(ctx context.Context, c Claims) (raw string, err error) {
	defer func() {
		if err != nil {
			raw, err = "", fmt.Errorf("issue access token: %w", err)
		}
	}()
	body := i.newPayload(c)
	if _, ok := body.toClaims(); !ok {
		return "", errors.New("claims out of bounds")
	}
	token := jwt.NewWithClaims(jwt.SigningMethodES256, body)
	token.Header["typ"] = mediaType
	token.Header["kid"] = i.signer.KeyID()
	text, err := token.SigningString()
	if err != nil {
		return "", err
	}
	signature, err := i.signer.Sign(ctx, sha256.Sum256([]byte(text)))
	if err != nil {
		return "", err
	}
	return text + "." + token.EncodeSegment(signature), nil
}

func (i *Issuer) newPayload(c Claims) *payload {
	now := i.clock().Truncate(time.Second)
	expires := now.Add(AccessTTL)
	if !c.ExpiresAt.IsZero() && c.ExpiresAt.Before(expires) {
		expires = c.ExpiresAt
	}
	if c.TokenID == "" {
		c.TokenID = domain.NewID()
	}
	p := &payload{
		Issuer: i.issuer, Audience: i.audience,
		Subject: string(c.Subject), SessionID: string(c.SessionID), TokenID: string(c.TokenID),
		IssuedAt: new(now.Unix()), ExpiresAt: new(expires.Unix()),
	}
	if c.App != nil {
		p.Audience, p.GrantID, p.ClientID, p.Scope = c.App.Audience, string(c.App.GrantID), c.App.ClientID, c.App.Scope
	}
	if c.WorkspaceID != "" {
		p.WorkspaceID = new(string(c.WorkspaceID))
	}
	if !c.AuthTime.IsZero() {
		p.AuthTime = new(c.AuthTime.Unix())
	}
	return p
}
