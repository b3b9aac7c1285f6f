package vault

import (
	"context"
	"crypto/aes"
	"crypto/cipher"

	"stint/shared/auth/derive"
	"stint/shared/domain"
)

// Local is a vault for home and tests. It uses AES-256-GCM with a key that is derived
// from the master secret, and the user as associated data.
type Local struct{ aead cipher.AEAD }

var _ Vault = (*Local)(nil)

// NewLocal makes a vault from the master secret.
func NewLocal(master []byte) *Local {
	block, err := aes.NewCipher(derive.Key(master, "vault"))
	if err != nil {
		panic(err) // a mistake in the program: derived keys have 32 bytes
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return &Local{aead}
}

// Seal implements Vault.
func (l *Local) Seal(_ context.Context, user domain.ID, secret string) ([]byte, error) {
	if len(secret) > MaxLength {
		return nil, ErrTooLong
	}
	return l.aead.Seal(nil, nil, []byte(secret), []byte(user)), nil
}

// Open implements Vault.
func (l *Local) Open(_ context.Context, user domain.ID, sealed []byte) (string, error) {
	secret, err := l.aead.Open(nil, nil, sealed, []byte(user))
	if err != nil {
		return "", ErrCannotOpen
	}
	return string(secret), nil
}
