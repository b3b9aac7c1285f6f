package boot_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/kms"
)

// decryptingKMS is a KMS that opens one secret, and fails at first.
type decryptingKMS struct {
	fakeKMS
	failures int
	requests []kms.Sealed
}

func (o *decryptingKMS) Decrypt(_ context.Context, in kms.Sealed) ([]byte, error) {
	o.requests = append(o.requests, in)
	if len(o.requests) <= o.failures {
		return nil, errors.New("not now")
	}
	return []byte("open"), nil
}

func TestSealedSecretsAreDecryptedLazily(t *testing.T) {
	t.Parallel()
	api := &decryptingKMS{failures: 1}
	d, err := boot.New(t.Context(), cloudConfig("t"), boot.Options{KMS: api})
	if err != nil {
		t.Fatal(err)
	}
	secret := d.SecretReader("OIDC_CLIENT_SECRET", config.Secret{Sealed: []byte("sealed")})
	if len(api.requests) != 0 {
		t.Error("opened at the start")
	}
	if _, err := secret(t.Context()); err == nil || !strings.Contains(err.Error(), "OIDC_CLIENT_SECRET") {
		t.Errorf("a KMS that fails: %v", err)
	}
	for range 3 {
		if text, err := secret(t.Context()); err != nil || text != "open" {
			t.Errorf("%q, %v", text, err)
		}
	}
	if len(api.requests) != 2 {
		t.Errorf("asked %d times", len(api.requests))
	}
	in := api.requests[1]
	if string(in.Text) != "sealed" || len(in.Context) != 1 || in.Context["setting"] != "OIDC_CLIENT_SECRET" {
		t.Errorf("asked for %q in %v", in.Text, in.Context)
	}
}

func TestPlainSecretsNeedNoKMS(t *testing.T) {
	t.Parallel()
	secret := (&boot.Deps{}).SecretReader("OIDC_CLIENT_SECRET", config.Secret{Plain: "as it is"})
	if text, err := secret(t.Context()); err != nil || text != "as it is" {
		t.Errorf("%q, %v", text, err)
	}
}
