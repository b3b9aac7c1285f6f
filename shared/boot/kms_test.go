package boot_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"maps"
	"strings"
	"testing"

	"stint/internal/testkit"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/kms"
	"stint/shared/problem"
	"stint/shared/secret"
)

// fakeKMS is a KMS that counts calls and seals data keys by putting the purpose before them.
type fakeKMS struct {
	*kms.Client // panics on what is not expected

	err       error
	generated []kms.Sealed // without the text
	decrypted []kms.Sealed
	public    []string // names of the keys asked for
}

func (s *fakeKMS) GenerateDataKey(_ context.Context, name string,
	encryptionContext map[string]string) (kms.DataKey, error) {
	s.generated = append(s.generated, kms.Sealed{Key: name, Context: encryptionContext})
	key := bytes.Repeat([]byte("k"), 32)
	return kms.DataKey{Plain: key, Sealed: append([]byte(encryptionContext["purpose"]), key...)}, s.err
}

func (s *fakeKMS) Decrypt(_ context.Context, in kms.Sealed) ([]byte, error) {
	s.decrypted = append(s.decrypted, in)
	key, ok := bytes.CutPrefix(in.Text, []byte(in.Context["purpose"]))
	if !ok {
		return nil, errors.New("InvalidCiphertextException")
	}
	return key, s.err
}

func (s *fakeKMS) GetPublicKey(_ context.Context, name string) (kms.PublicKey, error) {
	s.public = append(s.public, name)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return kms.PublicKey{}, err
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	return kms.PublicKey{DER: der, Spec: kms.SpecP256}, err
}

const sealingARN = "arn:aws:kms:eu-central-1:111122223333:key/sealing"

func cloudConfig(table string) config.Config {
	return config.Config{
		Table: table, DynamoDBEndpoint: "http://localhost:1", Region: "eu-central-1", Env: "live",
		PublicURL: "https://api.example.com", SealingKey: sealingARN, SigningKey: "arn:current arn:previous",
	}
}

// A starting function calls KMS for nothing. Each purpose costs one call when it is first
// needed, and none after that.
func TestDataKeysAreOpenedOnceWhenNeeded(t *testing.T) {
	t.Parallel()
	api, table := new(fakeKMS), testkit.NewTable(t)
	start := func() *boot.Deps {
		d, err := boot.New(t.Context(), cloudConfig(table.Name), boot.Options{KMS: api, DB: table.Client})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first, second := start(), start()
	if len(api.generated)+len(api.decrypted)+len(api.public) != 0 {
		t.Errorf("%d calls at the start, want none", len(api.generated)+len(api.decrypted)+len(api.public))
	}
	for range 3 {
		for _, d := range []*boot.Deps{first, second} {
			if key, err := d.Secrets.Key(t.Context(), secret.Refresh); err != nil || len(key) != 32 {
				t.Fatalf("%d bytes, %v", len(key), err)
			}
		}
	}
	if len(api.generated) != 1 || len(api.decrypted) != 1 {
		t.Fatalf("%d data keys made and %d opened, want 1 made by the first and opened by the second instance",
			len(api.generated), len(api.decrypted))
	}
	// The permissions compare the key and the context.
	made, opened := api.generated[0], api.decrypted[0]
	want := map[string]string{"purpose": "refresh"}
	if made.Key != sealingARN || opened.Key != sealingARN || !maps.Equal(made.Context, want) ||
		!maps.Equal(opened.Context, want) {
		t.Errorf("made with %v, opened with %v, want %v", made.Context, opened.Context, want)
	}
}

func TestEveryNamedKeyVerifies(t *testing.T) {
	t.Parallel()
	api := new(fakeKMS)
	d, err := boot.New(t.Context(), cloudConfig("t"), boot.Options{KMS: api})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := d.Keys.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 2 || strings.Join(api.public, " ") != "arn:current arn:previous" {
		t.Errorf("%d keys, read %v", len(keys), api.public)
	}
}

// While KMS refuses, a request that needs a data key fails as one that may be repeated.
func TestAnUnreachableDataKeyIsUnavailable(t *testing.T) {
	t.Parallel()
	api, table := &fakeKMS{err: errors.New("not now")}, testkit.NewTable(t)
	d, err := boot.New(t.Context(), cloudConfig(table.Name), boot.Options{KMS: api, DB: table.Client})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Secrets.Key(t.Context(), secret.Cursor); !problem.Is(err, problem.CodeServiceUnavailable) {
		t.Errorf("error %v, want service_unavailable", err)
	}
	api.err = nil
	if _, err := d.Secrets.Key(t.Context(), secret.Cursor); err != nil {
		t.Errorf("later: %v", err)
	}
}

func TestALocalKeyNeedsNoKMS(t *testing.T) {
	t.Parallel()
	table, api := testkit.NewTable(t), new(fakeKMS)
	c := cloudConfig(table.Name)
	c.SealingKey, c.LocalKey = "", bytes.Repeat([]byte("m"), 32)
	d, err := boot.New(t.Context(), c, boot.Options{KMS: api, DB: table.Client})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Secrets.Key(t.Context(), secret.Cursor); err != nil || len(api.generated) != 0 {
		t.Errorf("%d calls to KMS, want none; %v", len(api.generated), err)
	}
}
