package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"stint/shared/oauth"
)

// leeway is how far the provider's clock may be from ours, where a token says
// when it was made.
const leeway = time.Minute

// freshness is how old an ID token may be: it was made in answer to our call,
// a moment ago.
const freshness = 10 * time.Minute

// Bounds of what a token may hold.
const (
	maxToken   = 64 << 10 // bytes
	maxSubject = 255      // ASCII characters (OpenID Connect Core, section 2)
)

// refused is a failure of the ID token.
func refused(why string) error { return &oauth.Failure{Step: "id token", Reason: why} }

// verify checks an ID token: its signature by an allowed algorithm and one of
// the provider's keys, issuer, audience and end in the library; here the rest.
func (c *Client) verify(ctx context.Context, p *provider, raw, nonce string) (*oidc.IDToken, error) {
	if len(raw) > maxToken || strings.Count(raw, ".") != 2 || strings.Contains(raw, "{") {
		return nil, refused("there is none in the answer")
	}
	token, err := p.verifier.Verify(ctx, raw)
	if err != nil {
		return nil, refused(whyRefused(err))
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return nil, refused("its nonce is another's")
	}
	if err := c.meant(token); err != nil {
		return nil, err
	}
	now := c.options.Now()
	if token.IssuedAt.After(now.Add(leeway)) || token.IssuedAt.Before(now.Add(-freshness-leeway)) {
		return nil, refused("it was not made just now")
	}
	if !sound(token.Subject) {
		return nil, refused("its subject cannot be one")
	}
	return token, nil
}

// meant sees that the token was made for us: the authorized party, where there
// is one, and there must be where the token has several audiences (OpenID
// Connect Core, section 3.1.3.7, steps 4 and 5).
func (c *Client) meant(token *oidc.IDToken) error {
	var says struct {
		AuthorizedParty *string `json:"azp"`
	}
	if err := token.Claims(&says); err != nil {
		return refused("its claims cannot be read")
	}
	switch {
	case says.AuthorizedParty == nil && len(token.Audience) == 1:
		return nil
	case says.AuthorizedParty != nil && *says.AuthorizedParty == c.options.ClientID:
		return nil
	default:
		return refused("it was made for another party")
	}
}

// sound reports whether a subject is one to a few hundred visible ASCII
// characters or blanks.
func sound(subject string) bool {
	strange := strings.ContainsFunc(subject, func(r rune) bool { return r < ' ' || r > '~' })
	return subject != "" && len(subject) <= maxSubject && !strange
}

// reasons are how the library begins to say what is wrong, with what it means.
// The rest of what it says may be out of the token.
var reasons = []struct{ begins, means string }{
	{"oidc: malformed jwt", "it is malformed, or its algorithm is not allowed"},
	{"failed to verify signature", "its signature is not one of the provider's keys"},
	{"oidc: id token issued by", "it is another issuer's"},
	{"oidc: expected audience", "it is for another audience"},
	{"oidc: current time", "it is not valid yet"},
}

func whyRefused(err error) string {
	var expired *oidc.TokenExpiredError
	if errors.As(err, &expired) {
		return "it has expired"
	}
	for _, r := range reasons {
		if strings.HasPrefix(err.Error(), r.begins) {
			return r.means
		}
	}
	return "its claims cannot be read"
}
