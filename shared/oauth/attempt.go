package oauth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"stint/shared/auth/opaque"
	"stint/shared/domain/people"
	"stint/shared/secret"
)

// Attempt has the secrets of one flow: the state that travels in addresses, the PKCE
// verifier that only the code exchange sees (RFC 7636), and the nonce that an ID
// token must repeat (OpenID Connect Core, section 2).
type Attempt struct{ State, Verifier, Nonce string }

// stateBytes are the random bytes of a state.
const stateBytes = 32

// maxStateBytes is more than any state of ours has, in bytes.
const maxStateBytes = 64

var encoding = base64.RawURLEncoding

// NewAttempt makes a new attempt. Verifier and nonce are derived from the state and
// a data key, so they need not be stored. Errors: service_unavailable.
func NewAttempt(ctx context.Context, secrets secret.Source) (Attempt, error) {
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return ResumeAttempt(ctx, secrets, encoding.EncodeToString(raw))
}

// ResumeAttempt makes the attempt of a state again. It accepts any text: only the table
// knows whether a flow with this state was started. Errors: service_unavailable.
func ResumeAttempt(ctx context.Context, secrets secret.Source, state string) (Attempt, error) {
	key, err := secrets.Key(ctx, secret.OAuth)
	if err != nil {
		return Attempt{}, err
	}
	return Attempt{State: state, Verifier: deriveValue(key, "verifier", state), Nonce: deriveValue(key, "nonce", state)},
		nil
}

// Digest is the form in which the attempt is stored; "" when its state cannot be one
// of ours.
func (a Attempt) Digest() string {
	if a.State == "" || len(a.State) > maxStateBytes {
		return ""
	}
	return opaque.TokenDigest(a.State)
}

// StartAnswer has the address to send the user to, and the state of the flow.
//
//openapi:schema AuthorizationStart
type StartAnswer struct {
	AuthorizationURL string `json:"authorization_url"` // The address of the provider to which the browser goes.
	State            string `json:"state"`             // The state of the flow, which the provider sends back.
	ExpiresIn        int64  `json:"expires_in"`        // seconds until the flow must have ended
}

// Start is the answer to the start of this attempt, at the provider's address for it.
func (a Attempt) Start(address string) StartAnswer {
	return StartAnswer{AuthorizationURL: address, State: a.State,
		ExpiresIn: int64(people.OAuthStateLifetime.Seconds())}
}

// deriveValue derives 43 characters of base64url, the length that RFC 7636, section
// 4.1, recommends for a verifier.
func deriveValue(key []byte, use, state string) string {
	mac := hmac.New(sha256.New, secret.Derive(key, "oauth-"+use))
	mac.Write([]byte(state))
	return encoding.EncodeToString(mac.Sum(nil))
}
