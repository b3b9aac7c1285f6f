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

// leeway is how far the provider's clock may differ from ours.
const leeway = time.Minute

// maxTokenAge is how old an ID token may be. The provider made it for our call, so it
// should be new.
const maxTokenAge = 10 * time.Minute

// Bounds of a token.
const (
	maxTokenBytes = 64 << 10 // bytes
	maxSubject    = 255      // ASCII characters (OpenID Connect Core, section 2)
)

// idTokenFailure makes the failure of the step that checks the ID token.
func idTokenFailure(why string) error { return &oauth.Failure{Step: "id token", Reason: why} }

// verifyIDToken checks an ID token. The library checks the signature with an allowed
// algorithm and one of the provider's keys, the issuer, the audience and the expiry.
// The rest is checked here.
func (c *Client) verifyIDToken(ctx context.Context, p *provider, raw, nonce string) (*oidc.IDToken, error) {
	if len(raw) > maxTokenBytes || strings.Count(raw, ".") != 2 || strings.Contains(raw, "{") {
		return nil, idTokenFailure("there is none in the answer")
	}
	token, err := p.verifier.Verify(ctx, raw)
	if err != nil {
		return nil, idTokenFailure(failureReason(err))
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return nil, idTokenFailure("its nonce is of another attempt")
	}
	if err := c.checkAuthorizedParty(token); err != nil {
		return nil, err
	}
	now := c.options.Now()
	if token.IssuedAt.After(now.Add(leeway)) || token.IssuedAt.Before(now.Add(-maxTokenAge-leeway)) {
		return nil, idTokenFailure("it was not made just now")
	}
	if !isValidSubject(token.Subject) {
		return nil, idTokenFailure("its subject is malformed")
	}
	return token, nil
}

// checkAuthorizedParty checks that the token was made for us. A token with several
// audiences must name an authorized party, and an authorized party must be us (OpenID
// Connect Core, section 3.1.3.7, steps 4 and 5).
func (c *Client) checkAuthorizedParty(token *oidc.IDToken) error {
	var parsed struct {
		AuthorizedParty *string `json:"azp"`
	}
	if err := token.Claims(&parsed); err != nil {
		return idTokenFailure("its claims cannot be read")
	}
	switch {
	case parsed.AuthorizedParty == nil && len(token.Audience) == 1:
		return nil
	case parsed.AuthorizedParty != nil && *parsed.AuthorizedParty == c.options.ClientID:
		return nil
	default:
		return idTokenFailure("it was made for another party")
	}
}

// subjectOf is a subject with its issuer, because only both together name a user (OpenID Connect Core, section 2).
// Another provider has other users.
func (c *Client) subjectOf(subject string) string { return c.options.Issuer + "#" + subject }

// isValidSubject reports whether a subject has 1 to maxSubject visible ASCII characters
// or spaces.
func isValidSubject(subject string) bool {
	invalid := strings.ContainsFunc(subject, func(r rune) bool { return r < ' ' || r > '~' })
	return subject != "" && len(subject) <= maxSubject && !invalid
}

// libraryErrors are the prefixes of the library's error texts, with our reasons. The
// rest of such a text may come from the token, so it is not used.
var libraryErrors = []struct{ prefix, reason string }{
	{"oidc: malformed jwt", "it is malformed, or its algorithm is not allowed"},
	{"failed to verify signature", "its signature is not one of the provider's keys"},
	{"oidc: id token issued by", "it is another issuer's"},
	{"oidc: expected audience", "it is for another audience"},
	{"oidc: current time", "it is not valid yet"},
}

func failureReason(err error) string {
	var expired *oidc.TokenExpiredError
	if errors.As(err, &expired) {
		return "it has expired"
	}
	for _, r := range libraryErrors {
		if strings.HasPrefix(err.Error(), r.prefix) {
			return r.reason
		}
	}
	return "its claims cannot be read"
}
