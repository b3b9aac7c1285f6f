package secret

import (
	"context"
	"errors"

	"stint/shared/kms"
)

// ContextPurpose is the name under which the purpose is in the encryption context. The
// roles' permissions compare it.
const ContextPurpose = "purpose"

// KMSAPI is the part of *kms.Client that seals data keys.
type KMSAPI interface {
	GenerateDataKey(ctx context.Context, key string, encryptionContext map[string]string) (kms.DataKey, error)
	Decrypt(ctx context.Context, in kms.Sealed) ([]byte, error)
}

// KMS is a sealer whose key never leaves AWS KMS.
type KMS struct {
	api KMSAPI
	key string
}

var _ Sealer = (*KMS)(nil)

// NewKMS makes a sealer with the key of an ARN. It calls nothing.
func NewKMS(api KMSAPI, key string) *KMS { return &KMS{api, key} }

// EncryptionContext is what the data key of a purpose is sealed with.
func EncryptionContext(p Purpose) map[string]string {
	return map[string]string{ContextPurpose: string(p)}
}

// NewKey implements Sealer.
func (k *KMS) NewKey(ctx context.Context, p Purpose) (key, sealed []byte, err error) {
	out, err := k.api.GenerateDataKey(ctx, k.key, EncryptionContext(p))
	if err != nil {
		return nil, nil, err
	}
	key, err = checkLength(out.Plain)
	return key, out.Sealed, err
}

// OpenKey implements Sealer.
func (k *KMS) OpenKey(ctx context.Context, p Purpose, sealed []byte) ([]byte, error) {
	key, err := k.api.Decrypt(ctx, kms.Sealed{Key: k.key, Text: sealed, Context: EncryptionContext(p)})
	if err != nil {
		return nil, err
	}
	return checkLength(key)
}

func checkLength(key []byte) ([]byte, error) {
	if len(key) != KeyBytes {
		return nil, errors.New("KMS returned a data key of another length")
	}
	return key, nil
}
