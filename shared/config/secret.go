package config

import (
	"encoding/base64"
	"strings"
)

// SealedPrefix begins a secret that KMS has encrypted: the ciphertext in base64
// follows.
const SealedPrefix = "kms:"

// Secret is a setting that must not be seen: given as it is, or sealed by KMS,
// which alone can open it. It prints as neither.
type Secret struct {
	Plain  string
	Sealed []byte // nil when it is given as it is
}

// String hides the secret.
func (Secret) String() string { return "(secret)" }

// GoString hides the secret.
func (Secret) GoString() string { return "(secret)" }

// secret reads a secret. The value is not repeated in what is reported.
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
