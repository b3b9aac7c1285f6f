package vault

import (
	"context"

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

// Seal implements Vault.
func (l *Local) Seal(ctx context.Context, user domain.ID, token string) ([]byte, error) {
	if len(token) > MaxLength {
		return nil, ErrTooLong
	}
	aead, err := secret.Cipher(ctx, l.secrets, l.purpose)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, []byte(token), []byte(user)), nil
}

// Open implements Vault.
func (l *Local) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	aead, err := secret.Cipher(ctx, l.secrets, l.purpose)
	if err != nil {
		return "", err
	}
	token, err := aead.Open(nil, nil, sealed, []byte(user))
	switch {
	case err == nil:
		return string(token), nil
	case l.earlier != nil:
		return l.earlier.Open(ctx, user, sealed)
	default:
		return "", ErrCannotOpen
	}
}
