package vault

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/shared/domain"
	"stint/shared/problem"
)

// KMSAPI is the part of *kms.Client that is needed.
type KMSAPI interface {
	Encrypt(ctx context.Context, in *kms.EncryptInput, options ...func(*kms.Options)) (*kms.EncryptOutput, error)
	Decrypt(ctx context.Context, in *kms.DecryptInput, options ...func(*kms.Options)) (*kms.DecryptOutput, error)
}

var (
	_ KMSAPI = (*kms.Client)(nil)
	_ Vault  = (*KMS)(nil)
)

// ContextUser is the name under which the user is in the encryption context.
const ContextUser = "user"

// KMS is a vault whose key never leaves AWS KMS. The user is the encryption context.
type KMS struct {
	api KMSAPI
	key string
}

// NewKMS makes a vault with the key of an ARN. It calls nothing.
func NewKMS(api KMSAPI, key string) *KMS { return &KMS{api, key} }

func encryptionContext(user domain.ID) map[string]string {
	return map[string]string{ContextUser: string(user)}
}

// Seal implements Vault.
func (k *KMS) Seal(ctx context.Context, user domain.ID, secret string) ([]byte, error) {
	if len(secret) > MaxLength {
		return nil, ErrTooLong
	}
	out, err := k.api.Encrypt(ctx, &kms.EncryptInput{KeyId: &k.key, Plaintext: []byte(secret), EncryptionContext: encryptionContext(user)})
	if err != nil {
		return nil, problem.Unavailable(fmt.Errorf("vault: seal: %w", err))
	}
	return out.CiphertextBlob, nil
}

// Open implements Vault.
func (k *KMS) Open(ctx context.Context, user domain.ID, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", ErrCannotOpen // KMS refuses an empty ciphertext as malformed request
	}
	out, err := k.api.Decrypt(ctx, &kms.DecryptInput{KeyId: &k.key, CiphertextBlob: sealed, EncryptionContext: encryptionContext(user)})
	var invalid *types.InvalidCiphertextException
	var other *types.IncorrectKeyException
	if errors.As(err, &invalid) || errors.As(err, &other) {
		return "", ErrCannotOpen
	}
	if err != nil {
		return "", problem.Unavailable(fmt.Errorf("vault: open: %w", err))
	}
	return string(out.Plaintext), nil
}
