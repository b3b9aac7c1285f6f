package vault_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/aws/smithy-go"

	"stint/shared/domain"
	"stint/shared/kms"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/vault"
)

const key = "arn:aws:kms:eu-central-1:111122223333:key/tokens"

// fakeKMS opens what it sealed, under the same key and context.
type fakeKMS struct{ kept []sealed }

type sealed struct {
	key     string
	context map[string]string
	plain   []byte
}

// seal is what a version before data keys did.
func (f *fakeKMS) seal(key string, user domain.ID, text string) []byte {
	f.kept = append(f.kept, sealed{key, map[string]string{"user": string(user)}, []byte(text)})
	return []byte{byte(len(f.kept) - 1)}
}

func (f *fakeKMS) Decrypt(_ context.Context, in kms.Sealed) ([]byte, error) {
	if len(in.Text) == 0 {
		return nil, &smithy.GenericAPIError{Code: "ValidationException"} // it wants at least one byte
	}
	if len(in.Text) != 1 || int(in.Text[0]) >= len(f.kept) {
		return nil, &smithy.GenericAPIError{Code: kms.InvalidCiphertext}
	}
	s := f.kept[in.Text[0]]
	if in.Key != s.key {
		return nil, &smithy.GenericAPIError{Code: kms.IncorrectKey}
	}
	if !maps.Equal(in.Context, s.context) {
		return nil, &smithy.GenericAPIError{Code: kms.InvalidCiphertext}
	}
	return s.plain, nil
}

// newLocal makes a vault whose data key is derived from a repeated letter.
func newLocal(letter string) *vault.Vault {
	return vault.New(secret.NewLocal(bytes.Repeat([]byte(letter), 32)), secret.Calendar)
}

func TestSecretsOpenOnlyForTheirUser(t *testing.T) {
	t.Parallel()
	v, other, user, another := newLocal("m"), newLocal("o"), domain.NewID(), domain.NewID()
	otherPurpose := vault.New(secret.NewLocal(bytes.Repeat([]byte("m"), 32)), secret.SecondFactor)
	for _, text := range []string{"", "canary", strings.Repeat("s", vault.MaxLength)} {
		box, err := v.Seal(t.Context(), user, text)
		if err != nil || len(text) > 0 && bytes.Contains(box, []byte(text)) {
			t.Fatalf("sealed as %q, %v", box, err)
		}
		if got, err := v.Open(t.Context(), user, box); err != nil || got != text {
			t.Errorf("opened %q, %v", got, err)
		}
		if _, err := v.Open(t.Context(), another, box); !errors.Is(err, vault.ErrCannotOpen) {
			t.Errorf("opened for another user: %v", err)
		}
		for _, v := range []*vault.Vault{other, otherPurpose} {
			if _, err := v.Open(t.Context(), user, box); !errors.Is(err, vault.ErrCannotOpen) {
				t.Errorf("opened by another key: %v", err)
			}
		}
	}
	for _, box := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("x"), 100)} {
		if _, err := v.Open(t.Context(), user, box); !errors.Is(err, vault.ErrCannotOpen) {
			t.Errorf("opened %q: %v", box, err)
		}
	}
	if _, err := v.Seal(t.Context(), user, strings.Repeat("s", vault.MaxLength+1)); !errors.Is(err, vault.ErrTooLong) {
		t.Errorf("a secret that is too long: %v", err)
	}
}

// A version before data keys sealed this with the local key that is 32 times the letter
// m, for the user below.
func TestTokensSealedAtHomeByAnEarlierVersionOpen(t *testing.T) {
	t.Parallel()
	box, err := hex.DecodeString("93baa9bca67bc6e8440437d7338f83b70361b078552d5e8a7891c8806c7ede9c838f")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := newLocal("m").Open(t.Context(), "01890a5d-ac96-774b-bcce-b302099a8057", box); err != nil ||
		got != "canary" {
		t.Errorf("opened %q, %v", got, err)
	}
}

// A vault that follows the KMS vault of an earlier version opens what both sealed, each
// for its user only.
func TestTokensSealedByKMSOpen(t *testing.T) {
	t.Parallel()
	api, user := new(fakeKMS), domain.NewID()
	v := newLocal("m").After(vault.NewKMS(api, key))
	earlier, others := api.seal(key, user, "canary"), api.seal(key+"-other", user, "canary")
	if got, err := v.Open(t.Context(), user, earlier); err != nil || got != "canary" {
		t.Errorf("opened %q, %v", got, err)
	}
	for user, box := range map[domain.ID][]byte{domain.NewID(): earlier, user: others, domain.NewID(): nil} {
		if _, err := v.Open(t.Context(), user, box); !errors.Is(err, vault.ErrCannotOpen) {
			t.Errorf("opened %q: %v", box, err)
		}
	}
	if box, err := v.Seal(t.Context(), user, "new"); err != nil || len(api.kept) != 2 {
		t.Errorf("sealed %q by KMS, %v", box, err)
	}
}

func TestTheSameSecretIsSealedDifferentlyEachTime(t *testing.T) {
	t.Parallel()
	local, user := newLocal("m"), domain.NewID()
	a, _ := local.Seal(t.Context(), user, "canary")
	b, _ := local.Seal(t.Context(), user, "canary")
	if bytes.Equal(a, b) {
		t.Error("who reads the table sees that two secrets are the same")
	}
}

// broken is a KMS that cannot be reached.
type broken struct{}

func (*broken) Decrypt(context.Context, kms.Sealed) ([]byte, error) {
	return nil, errors.New("no connection")
}

// What cannot be opened now is not taken for something that never can: callers
// may come again.
func TestKMSFailureIsNotAWrongCiphertext(t *testing.T) {
	t.Parallel()
	v := vault.NewKMS(new(broken), key)
	if _, err := v.Open(t.Context(), domain.NewID(), []byte("x")); !problem.Is(err, problem.CodeServiceUnavailable) ||
		errors.Is(err, vault.ErrCannotOpen) {
		t.Errorf("open: error %v", err)
	}
}
