package oauth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"stint/shared/auth/derive"
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
// the master secret, so they need not be stored.
func NewAttempt(master []byte) Attempt {
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return ResumeAttempt(master, encoding.EncodeToString(raw))
}

// ResumeAttempt makes the attempt of a state again. It accepts any text: only the table
// knows whether a flow with this state was started.
func ResumeAttempt(master []byte, state string) Attempt {
	return Attempt{State: state, Verifier: deriveValue(master, "verifier", state), Nonce: deriveValue(master, "nonce", state)}
}

// Digest is the form in which the attempt is stored; "" when its state cannot be one
// of ours.
func (a Attempt) Digest() string {
	if a.State == "" || len(a.State) > maxStateBytes {
		return ""
	}
	return derive.TokenDigest(a.State)
}

// deriveValue derives 43 characters of base64url, the length that RFC 7636, section
// 4.1, recommends for a verifier.
func deriveValue(master []byte, purpose, state string) string {
	mac := hmac.New(sha256.New, derive.Key(master, "oauth-"+purpose))
	mac.Write([]byte(state))
	return encoding.EncodeToString(mac.Sum(nil))
}
