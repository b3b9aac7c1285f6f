// Package vault encrypts secrets that are stored in the table, such as tokens of
// providers. A secret that is encrypted for one user cannot be decrypted for another.
package vault

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/domain"
	"stint/shared/kms"
	"stint/shared/problem"
	"stint/shared/secret"
)

// MaxLength is the longest secret, in bytes.
const MaxLength = 4096

// Errors of vaults. Their texts reveal nothing about the secret.
var (
	ErrCannotOpen = errors.New("vault: this cannot be opened")
	ErrTooLong    = fmt.Errorf("vault: a secret is longer than %d bytes", MaxLength)
)

// KMSAPI is the part of *kms.Client that is needed.
type KMSAPI interface {
	Decrypt(ctx context.Context, in kms.Sealed) ([]byte, error)
}

var _ KMSAPI = (*kms.Client)(nil)

// ContextUser is the name under which the user is in the encryption context.
const ContextUser = "user"

// KMS opens what versions before data keys sealed: each secret by a call to AWS KMS, with
// the user as encryption context.
type KMS struct {
	api KMSAPI
	key string
}

// NewKMS makes an opener with the key of an ARN. It calls nothing.
func NewKMS(api KMSAPI, key string) *KMS { return &KMS{api, key} }

// Open decrypts a secret that was sealed for the user. Errors: those of Vault.Open.
func (k *KMS) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", ErrCannotOpen // KMS refuses an empty ciphertext as malformed request
	}
	text, err := k.api.Decrypt(ctx, kms.Sealed{Key: k.key, Text: sealed,
		Context: map[string]string{ContextUser: string(user)}})
	if kms.HasCode(err, kms.InvalidCiphertext, kms.IncorrectKey) {
		return "", ErrCannotOpen
	}
	if err != nil {
		return "", problem.Unavailable(fmt.Errorf("vault: open: %w", err))
	}
	return string(text), nil
}

// Vault seals (encrypts) and opens (decrypts) secrets with the data key of one purpose. It uses AES-256-GCM, and the
// user as associated data.
type Vault struct {
	secrets secret.Source
	purpose secret.Purpose
	earlier *KMS // opens what an earlier version sealed; nil for none
}

// New makes a vault with the data key of a purpose. It calls nothing.
func New(secrets secret.Source, purpose secret.Purpose) *Vault {
	return &Vault{secrets: secrets, purpose: purpose}
}

// After makes a vault that also opens what an earlier version sealed.
func (v *Vault) After(earlier *KMS) *Vault {
	return &Vault{secrets: v.secrets, purpose: v.purpose, earlier: earlier}
}

// Seal encrypts a secret for a user. Errors: ErrTooLong; service_unavailable when the key cannot be reached.
func (v *Vault) Seal(ctx context.Context, user domain.ID, token string) ([]byte, error) {
	if len(token) > MaxLength {
		return nil, ErrTooLong
	}
	aead, err := secret.Cipher(ctx, v.secrets, v.purpose)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, []byte(token), []byte(user)), nil
}

// Open decrypts a secret that was sealed for the user. Errors: ErrCannotOpen when it was sealed for another user or
// with another key, or is malformed; service_unavailable when the key cannot be reached.
func (v *Vault) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	aead, err := secret.Cipher(ctx, v.secrets, v.purpose)
	if err != nil {
		return "", err
	}
	token, err := aead.Open(nil, nil, sealed, []byte(user))
	switch {
	case err == nil:
		return string(token), nil
	case v.earlier != nil:
		return v.earlier.Open(ctx, user, sealed)
	default:
		return "", ErrCannotOpen
	}
}
