package vault_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"
	"github.com/aws/smithy-go"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/vault"
)

const key = "arn:aws:kms:eu-central-1:111122223333:key/tokens"

// fakeKMS keeps what it sealed, and opens it under the same key and context.
type fakeKMS struct{ kept []sealed }

type sealed struct {
	key     string
	context map[string]string
	plain   []byte
}

func (f *fakeKMS) Encrypt(_ context.Context, in *kms.EncryptInput, _ ...func(*kms.Options)) (*kms.EncryptOutput, error) {
	f.kept = append(f.kept, sealed{*in.KeyId, in.EncryptionContext, bytes.Clone(in.Plaintext)})
	return &kms.EncryptOutput{CiphertextBlob: []byte{byte(len(f.kept) - 1)}}, nil
}

func (f *fakeKMS) Decrypt(_ context.Context, in *kms.DecryptInput, _ ...func(*kms.Options)) (*kms.DecryptOutput, error) {
	if len(in.CiphertextBlob) == 0 {
		return nil, &smithy.GenericAPIError{Code: "ValidationException"} // it wants at least one byte
	}
	if len(in.CiphertextBlob) != 1 || int(in.CiphertextBlob[0]) >= len(f.kept) {
		return nil, &types.InvalidCiphertextException{}
	}
	s := f.kept[in.CiphertextBlob[0]]
	if *in.KeyId != s.key {
		return nil, &types.IncorrectKeyException{}
	}
	if !maps.Equal(in.EncryptionContext, s.context) {
		return nil, &types.InvalidCiphertextException{}
	}
	return &kms.DecryptOutput{Plaintext: s.plain}, nil
}

// vaults are all there are, each with one of another key.
func vaults() map[string][2]vault.Vault {
	api := new(fakeKMS)
	return map[string][2]vault.Vault{
		"local": {vault.NewLocal(bytes.Repeat([]byte("m"), 32)), vault.NewLocal(bytes.Repeat([]byte("o"), 32))},
		"kms":   {vault.NewKMS(api, key), vault.NewKMS(api, key+"-other")},
	}
}

func TestSecretsOpenOnlyForTheirUser(t *testing.T) {
	t.Parallel()
	for name, v := range vaults() {
		ada, bob := domain.NewID(), domain.NewID()
		for _, secret := range []string{"", "canary", strings.Repeat("s", vault.MaxLength)} {
			box, err := v[0].Seal(t.Context(), ada, secret)
			if err != nil || len(secret) > 0 && bytes.Contains(box, []byte(secret)) {
				t.Fatalf("%s: sealed as %q, %v", name, box, err)
			}
			if got, err := v[0].Open(t.Context(), ada, box); err != nil || got != secret {
				t.Errorf("%s: opened %q, %v", name, got, err)
			}
			if _, err := v[0].Open(t.Context(), bob, box); !errors.Is(err, vault.ErrCannotOpen) {
				t.Errorf("%s: opened for another user: %v", name, err)
			}
			if _, err := v[1].Open(t.Context(), ada, box); !errors.Is(err, vault.ErrCannotOpen) {
				t.Errorf("%s: opened by another key: %v", name, err)
			}
		}
		for _, box := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("x"), 100)} {
			if _, err := v[0].Open(t.Context(), ada, box); !errors.Is(err, vault.ErrCannotOpen) {
				t.Errorf("%s: opened %q: %v", name, box, err)
			}
		}
		if _, err := v[0].Seal(t.Context(), ada, strings.Repeat("s", vault.MaxLength+1)); !errors.Is(err, vault.ErrTooLong) {
			t.Errorf("%s: a secret that is too long: %v", name, err)
		}
	}
}

func TestTheSameSecretIsSealedDifferentlyEachTime(t *testing.T) {
	t.Parallel()
	local, ada := vault.NewLocal(bytes.Repeat([]byte("m"), 32)), domain.NewID()
	a, _ := local.Seal(t.Context(), ada, "canary")
	b, _ := local.Seal(t.Context(), ada, "canary")
	if bytes.Equal(a, b) {
		t.Error("who reads the table sees that two secrets are the same")
	}
}

// broken is a KMS that cannot be reached.
type broken struct{}

func (*broken) Decrypt(context.Context, *kms.DecryptInput, ...func(*kms.Options)) (*kms.DecryptOutput, error) {
	return nil, errors.New("no connection")
}

func (*broken) Encrypt(context.Context, *kms.EncryptInput, ...func(*kms.Options)) (*kms.EncryptOutput, error) {
	return nil, errors.New("no connection")
}

// What cannot be opened now is not taken for something that never can: callers
// may come again.
func TestKMSFailureIsNotAWrongCiphertext(t *testing.T) {
	t.Parallel()
	v := vault.NewKMS(new(broken), key)
	if _, err := v.Open(t.Context(), domain.NewID(), []byte("x")); !problem.Is(err, problem.CodeServiceUnavailable) || errors.Is(err, vault.ErrCannotOpen) {
		t.Errorf("open: error %v", err)
	}
	if _, err := v.Seal(t.Context(), domain.NewID(), "x"); !problem.Is(err, problem.CodeServiceUnavailable) {
		t.Errorf("seal: error %v", err)
	}
}
