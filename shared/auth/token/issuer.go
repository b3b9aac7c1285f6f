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

// Signer signs with a private key that may be out of reach: in a key service
// in the cloud, in a file at home.
type Signer interface {
	// KeyID names the key in the tokens' header ("kid"). It does no I/O.
	KeyID() string
	// Sign gives the ES256 signature of a SHA-256 digest: r and s, 32
	// big-endian bytes each (RFC 7518, section 3.4).
	Sign(ctx context.Context, digest [32]byte) ([]byte, error)
}

// Issuer issues access tokens. It may be used by several goroutines.
type Issuer struct {
	signer           Signer
	issuer, audience string
	clock            func() time.Time
}

// NewIssuer makes an issuer whose tokens carry issuer as "iss" and audience as
// "aud".
func NewIssuer(signer Signer, issuer, audience string, clock func() time.Time) *Issuer {
	return &Issuer{signer: signer, issuer: issuer, audience: audience, clock: clock}
}

// Issue signs a token. It is issued now, whatever c.IssuedAt says. Without
// c.ExpiresAt it lives for AccessTTL, with it until then but no longer than
// AccessTTL; without c.TokenID it gets a new one. Claims that no verifier
// would accept, such as an id that is no UUID or an end that has passed, are
// an error.
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
	if c.WorkspaceID != "" {
		p.WorkspaceID = new(string(c.WorkspaceID))
	}
	return p
}
