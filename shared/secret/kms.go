package secret

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"
)

// ContextPurpose is the name under which the purpose is in the encryption context. The
// roles' permissions compare it.
const ContextPurpose = "purpose"

// KMSAPI is the part of *kms.Client that seals data keys.
type KMSAPI interface {
	GenerateDataKey(ctx context.Context, in *kms.GenerateDataKeyInput, options ...func(*kms.Options)) (*kms.GenerateDataKeyOutput, error)
	Decrypt(ctx context.Context, in *kms.DecryptInput, options ...func(*kms.Options)) (*kms.DecryptOutput, error)
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
	out, err := k.api.GenerateDataKey(ctx, &kms.GenerateDataKeyInput{KeyId: &k.key, KeySpec: types.DataKeySpecAes256, EncryptionContext: EncryptionContext(p)})
	if err != nil {
		return nil, nil, err
	}
	key, err = checkLength(out.Plaintext)
	return key, out.CiphertextBlob, err
}

// OpenKey implements Sealer.
func (k *KMS) OpenKey(ctx context.Context, p Purpose, sealed []byte) ([]byte, error) {
	out, err := k.api.Decrypt(ctx, &kms.DecryptInput{KeyId: &k.key, CiphertextBlob: sealed, EncryptionContext: EncryptionContext(p)})
	if err != nil {
		return nil, err
	}
	return checkLength(out.Plaintext)
}

func checkLength(key []byte) ([]byte, error) {
	if len(key) != KeyBytes {
		return nil, errors.New("KMS returned a data key of another length")
	}
	return key, nil
}
