package vault

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/kms"
	"stint/shared/problem"
)

// KMSAPI is the part of *kms.Client that is needed.
type KMSAPI interface {
	Decrypt(ctx context.Context, in kms.Sealed) ([]byte, error)
}

var (
	_ KMSAPI = (*kms.Client)(nil)
	_ Opener = (*KMS)(nil)
)

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

// Open implements Opener.
func (k *KMS) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", ErrCannotOpen // KMS refuses an empty ciphertext as malformed request
	}
	text, err := k.api.Decrypt(ctx, kms.Sealed{Key: k.key, Text: sealed, Context: map[string]string{ContextUser: string(user)}})
	if kms.HasCode(err, kms.InvalidCiphertext, kms.IncorrectKey) {
		return "", ErrCannotOpen
	}
	if err != nil {
		return "", problem.Unavailable(fmt.Errorf("vault: open: %w", err))
	}
	return string(text), nil
}
