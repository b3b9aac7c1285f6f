package vault

import (
	"context"
	"crypto/aes"
	"crypto/cipher"

	"stint/shared/auth/derive"
	"stint/shared/domain"
)

// Local is a vault for home and tests: AES-256-GCM under a key that is derived
// from the master secret, with the person as associated data.
type Local struct{ seal cipher.AEAD }

var _ Vault = (*Local)(nil)

// NewLocal makes a vault of the master secret.
func NewLocal(master []byte) *Local {
	block, err := aes.NewCipher(derive.Key(master, "vault"))
	if err != nil {
		panic(err) // a fault of the program: derived keys have 32 bytes
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return &Local{seal}
}

// Seal implements Vault.
func (l *Local) Seal(_ context.Context, person domain.ID, secret string) ([]byte, error) {
	if len(secret) > MaxLength {
		return nil, ErrTooLong
	}
	return l.seal.Seal(nil, nil, []byte(secret), []byte(person)), nil
}

// Open implements Vault.
func (l *Local) Open(_ context.Context, person domain.ID, sealed []byte) (string, error) {
	secret, err := l.seal.Open(nil, nil, sealed, []byte(person))
	if err != nil {
		return "", ErrSealed
	}
	return string(secret), nil
}
