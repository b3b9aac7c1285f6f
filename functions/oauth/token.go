package oauth

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strings"

	"stint/shared/apps"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// The grant types.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// tokenAnswer has the tokens (RFC 6749, section 5.1).
type tokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
}

// exchange is a request for tokens whose client is authentic.
type exchange struct {
	*route.Request
	form     parameters
	clientID string
	audience string
}

// token exchanges what an app has for tokens.
func (f *Family) token(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	return endpointAnswer(f.exchange(ctx, c.Request))
}

func (f *Family) exchange(ctx context.Context, r *route.Request) (tokenAnswer, error) {
	form, id, err := f.readAuthenticated(ctx, r)
	if err != nil {
		return tokenAnswer{}, err
	}
	if err := f.checkResource(form); err != nil {
		return tokenAnswer{}, err
	}
	x := exchange{r, form, id, f.audienceOf(form)}
	switch form.get("grant_type") {
	case "":
		return tokenAnswer{}, fail(invalidRequest, "grant_type is missing.")
	case grantCode:
		return f.exchangeCode(ctx, x)
	case grantRefresh:
		return f.refresh(ctx, x)
	case grantDevice:
		return f.exchangeDevice(ctx, x)
	}
	return tokenAnswer{}, fail(unsupportedGrant, "The grant types are those of the metadata of this server.")
}

// errInvalidCode refuses a code. It does not say why.
var errInvalidCode = fail(invalidGrant, "The code is not valid, was used or has expired, or is of another request.")

// exchangeCode exchanges a code. Its second use ends the grant, because somebody may have stolen it (RFC 6749, section
// 4.1.2).
func (f *Family) exchangeCode(ctx context.Context, x exchange) (tokenAnswer, error) {
	for _, name := range []string{"code", "code_verifier"} {
		if x.form.get(name) == "" {
			return tokenAnswer{}, fail(invalidRequest, name+" is missing.")
		}
	}
	code, ok, err := f.store.AuthorizationCode(ctx, domain.Digest(x.form.get("code")))
	if err != nil {
		return tokenAnswer{}, err
	}
	if !ok || !x.matches(code) || !code.Valid(x.Now) {
		return tokenAnswer{}, errInvalidCode
	}
	if code.UsedAt != nil {
		return tokenAnswer{}, f.refuseSpent(ctx, code, x.Now)
	}
	x.audience = cmp.Or(x.audience, code.Audience)
	grant, answer, err := f.tokensOf(ctx, x, code.GrantID, code.Refreshes)
	if err != nil {
		return tokenAnswer{}, err
	}
	err = f.store.UseAuthorizationCode(ctx, code, grant, x.Now)
	if errors.Is(err, peopledb.ErrCodeSpent) {
		err = f.refuseSpent(ctx, code, x.Now)
	}
	return answer, err
}

// refuseSpent ends the grant of a code that was used before.
func (f *Family) refuseSpent(ctx context.Context, c people.AuthorizationCode, now domain.Instant) error {
	return cmp.Or[error](f.apps.RevokeByID(ctx, c.GrantID, now), errInvalidCode)
}

// matches reports whether the request is of the client for which the code was made, and of the program that began it.
func (x exchange) matches(c people.AuthorizationCode) bool {
	uri := x.form.get("redirect_uri")
	return c.ClientID == x.clientID && (uri == "" || uri == c.RedirectURI) &&
		verifies(x.form.get("code_verifier"), c.Challenge)
}

// verifies reports whether a challenge was made of a verifier (RFC 7636, section 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 || strings.Trim(verifier, verifierLetters) != "" {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	return subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) == 1
}

// tokensOf are a grant of the client that is redeemed now, and its tokens. They are made before what the client sent is
// used up, so that a failure to sign leaves it as it is.
func (f *Family) tokensOf(ctx context.Context, x exchange, grant domain.ID,
	refreshes bool) (people.APIKey, tokenAnswer, error) {
	d, err := f.apps.Find(ctx, grant, x.clientID, x.Now)
	if errors.Is(err, apps.ErrInvalidGrant) {
		err = errInvalidCode
	}
	if err != nil {
		return people.APIKey{}, tokenAnswer{}, err
	}
	redeemed := d.Redeemed(x.Now)
	made, err := f.apps.TokensOf(ctx, redeemed, apps.TokenRequest{Audience: x.audience}, x.Now)
	return redeemed, answerOf(made, refreshes), err
}

func answerOf(made apps.Tokens, refreshes bool) tokenAnswer {
	answer := tokenAnswer{AccessToken: made.Access, TokenType: "Bearer", ExpiresIn: made.ExpiresIn,
		Scope: scope{made.Scope, refreshes}.String()}
	if refreshes {
		answer.RefreshToken = made.Refresh
	}
	return answer
}
