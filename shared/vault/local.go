package vault

import (
	"context"
	"crypto/aes"
	"crypto/cipher"

	"stint/shared/domain"
	"stint/shared/secret"
)

// Local is a vault with the data key of one purpose. It uses AES-256-GCM, and the user
// as associated data.
type Local struct {
	secrets secret.Source
	purpose secret.Purpose
	earlier Opener // opens what it sealed before; nil for none
}

var _ Vault = (*Local)(nil)

// NewLocal makes a vault with the data key of a purpose. It calls nothing.
func NewLocal(secrets secret.Source, purpose secret.Purpose) *Local {
	return &Local{secrets: secrets, purpose: purpose}
}

// After makes a vault that also opens what another opener opens.
func (l *Local) After(earlier Opener) *Local {
	return &Local{secrets: l.secrets, purpose: l.purpose, earlier: earlier}
}

func (l *Local) aead(ctx context.Context) (cipher.AEAD, error) {
	key, err := l.secrets.Key(ctx, l.purpose)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Seal implements Vault.
func (l *Local) Seal(ctx context.Context, user domain.ID, secret string) ([]byte, error) {
	if len(secret) > MaxLength {
		return nil, ErrTooLong
	}
	aead, err := l.aead(ctx)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, []byte(secret), []byte(user)), nil
}

// Open implements Vault.
func (l *Local) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	aead, err := l.aead(ctx)
	if err != nil {
		return "", err
	}
	secret, err := aead.Open(nil, nil, sealed, []byte(user))
	switch {
	case err == nil:
		return string(secret), nil
	case l.earlier != nil:
		return l.earlier.Open(ctx, user, sealed)
	default:
		return "", ErrCannotOpen
	}
}
