package boot_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/shared/boot"
	"stint/shared/config"
)

// fakeKMS is a KMS that makes one MAC for each message, and one public key.
type fakeKMS struct {
	*kms.Client // panics on what is not expected

	mac    []byte
	err    error
	macs   []*kms.GenerateMacInput
	public []string // names of the keys asked for
}

func (s *fakeKMS) GenerateMac(_ context.Context, in *kms.GenerateMacInput, _ ...func(*kms.Options)) (*kms.GenerateMacOutput, error) {
	s.macs = append(s.macs, in)
	return &kms.GenerateMacOutput{Mac: s.mac}, s.err
}

func (s *fakeKMS) GetPublicKey(_ context.Context, in *kms.GetPublicKeyInput, _ ...func(*kms.Options)) (*kms.GetPublicKeyOutput, error) {
	s.public = append(s.public, *in.KeyId)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	return &kms.GetPublicKeyOutput{PublicKey: der, KeySpec: types.KeySpecEccNistP256}, err
}

const masterARN = "arn:aws:kms:eu-central-1:111122223333:key/master"

func cloudConfig() config.Config {
	return config.Config{
		Table: "t", DynamoDBEndpoint: "http://localhost:1", Region: "eu-central-1", Env: "live", PublicURL: "https://api.example.com",
		MasterKey: masterARN, SigningKey: "arn:current arn:previous",
	}
}

func TestTheMasterSecretIsMadeByKMS(t *testing.T) {
	t.Parallel()
	api := &fakeKMS{mac: bytes.Repeat([]byte("k"), 32)}
	d, err := boot.New(t.Context(), cloudConfig(), boot.Options{KMS: api})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.Config.MasterSecret, api.mac) {
		t.Errorf("master secret %x, want the MAC", d.Config.MasterSecret)
	}
	if len(api.macs) != 1 {
		t.Fatalf("%d calls, want 1", len(api.macs))
	}
	// Another label or algorithm would void every token in circulation.
	in := api.macs[0]
	if *in.KeyId != masterARN || string(in.Message) != "stint master secret 1" || in.MacAlgorithm != "HMAC_SHA_256" {
		t.Errorf("asked for %s of %q under %s", in.MacAlgorithm, in.Message, *in.KeyId)
	}
	if len(api.public) != 0 {
		t.Errorf("read the public keys %v at the start, want none before the first token", api.public)
	}
}

func TestEveryNamedKeyVerifies(t *testing.T) {
	t.Parallel()
	api := &fakeKMS{mac: make([]byte, 32)}
	d, err := boot.New(t.Context(), cloudConfig(), boot.Options{KMS: api})
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

func TestStartupNeedsAMasterSecret(t *testing.T) {
	t.Parallel()
	for name, api := range map[string]*fakeKMS{
		"refused": {err: errors.New("AccessDenied")},
		"short":   {mac: make([]byte, 20)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := boot.New(t.Context(), cloudConfig(), boot.Options{KMS: api}); err == nil || !strings.Contains(err.Error(), "master secret") {
				t.Errorf("error %v, want one about the master secret", err)
			}
		})
	}
}

func TestAGivenMasterSecretNeedsNoKMS(t *testing.T) {
	t.Parallel()
	c := cloudConfig()
	c.MasterKey, c.MasterSecret = "", bytes.Repeat([]byte("m"), 32)
	api := &fakeKMS{}
	if _, err := boot.New(t.Context(), c, boot.Options{KMS: api}); err != nil {
		t.Fatal(err)
	}
	if len(api.macs) != 0 {
		t.Errorf("%d calls to KMS, want none", len(api.macs))
	}
}
