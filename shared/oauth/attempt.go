package oauth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"stint/shared/auth/derive"
)

// Attempt is one visit to a provider: the state that travels in addresses, the
// PKCE verifier that only the exchange sees (RFC 7636), and the nonce that an
// ID token must repeat (OpenID Connect Core, section 2).
type Attempt struct{ State, Verifier, Nonce string }

// stateBytes are the random bytes of a state.
const stateBytes = 32

// maxState is the length from which on nothing can be a state of ours, in bytes.
const maxState = 64

var encoding = base64.RawURLEncoding

// Begin makes a new attempt. Verifier and nonce are derived from the state and
// the master secret, so that neither needs to be kept.
func Begin(master []byte) Attempt {
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return Resume(master, encoding.EncodeToString(raw))
}

// Resume is the attempt that a state belongs to. Whether there was one is for
// the table to say.
func Resume(master []byte, state string) Attempt {
	return Attempt{State: state, Verifier: derived(master, "verifier", state), Nonce: derived(master, "nonce", state)}
}

// Digest is the form in which the attempt is kept; "" when its state cannot be
// one of ours.
func (a Attempt) Digest() string {
	if a.State == "" || len(a.State) > maxState {
		return ""
	}
	return derive.Digest(a.State)
}

// derived is 43 characters of base64url, which is a verifier of the length that
// RFC 7636, section 4.1, recommends.
func derived(master []byte, what, state string) string {
	mac := hmac.New(sha256.New, derive.Key(master, "oauth-"+what))
	mac.Write([]byte(state))
	return encoding.EncodeToString(mac.Sum(nil))
}
