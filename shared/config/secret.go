package config

import (
	"encoding/base64"
	"strings"
)

// SealedPrefix is the prefix of a secret that KMS has encrypted. The ciphertext in
// base64 follows.
const SealedPrefix = "kms:"

// Secret is a setting that must not be logged: in plain text, or sealed (encrypted) by
// KMS. It never prints its value.
type Secret struct {
	Plain  string
	Sealed []byte // nil when the secret is in plain text
}

// String hides the secret.
func (Secret) String() string { return "(secret)" }

// GoString hides the secret.
func (Secret) GoString() string { return "(secret)" }

// secret reads a secret. Problems do not repeat the value.
func (r *reader) secret(name string) Secret {
	text := r.required(name)
	sealed, isSealed := strings.CutPrefix(text, SealedPrefix)
	if !isSealed {
		return Secret{Plain: text}
	}
	data, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(data) == 0 {
		r.addProblem(name, "must be a ciphertext of KMS in base64 after "+SealedPrefix)
	}
	return Secret{Sealed: data}
}
