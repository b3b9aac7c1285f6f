package kmslocal_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/internal/kmslocal"
)

const key = "arn:aws:kms:us-east-1:000000000000:key/Key"

// client is the SDK's KMS client of a server with the seed.
func client(t *testing.T, seed string) *kms.Client {
	t.Helper()
	server := httptest.NewServer(kmslocal.New([]byte(seed)))
	t.Cleanup(server.Close)
	return kms.New(kms.Options{BaseEndpoint: new(server.URL), Region: "us-east-1", Credentials: anonymousCredentials,
		RetryMaxAttempts: 1})
}

var anonymousCredentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "a", SecretAccessKey: "b"}, nil
})

func TestSignaturesVerify(t *testing.T) {
	t.Parallel()
	digest := sha256.Sum256([]byte("text"))
	signed, err := client(t, "seed").Sign(t.Context(), &kms.SignInput{
		KeyId: new(key), Message: digest[:], MessageType: types.MessageTypeDigest,
		SigningAlgorithm: types.SigningAlgorithmSpecEcdsaSha256,
	})
	if err != nil {
		t.Fatal(err)
	}
	for seed, want := range map[string]bool{"seed": true, "other": false} {
		public, err := client(t, seed).GetPublicKey(t.Context(), &kms.GetPublicKeyInput{KeyId: new(key)})
		if err != nil || public.KeySpec != types.KeySpecEccNistP256 {
			t.Fatalf("%+v, %v", public, err)
		}
		parsed, err := x509.ParsePKIXPublicKey(public.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		if got := ecdsa.VerifyASN1(parsed.(*ecdsa.PublicKey), digest[:], signed.Signature); got != want {
			t.Errorf("verified by a key of %s: %v", seed, got)
		}
	}
}

func TestMacsDependOnKeyAndMessage(t *testing.T) {
	t.Parallel()
	c := client(t, "seed")
	made := map[string]bool{}
	for _, of := range [][2]string{{key, "a"}, {key, "b"}, {key + "2", "a"}, {key, "a"}} {
		out, err := c.GenerateMac(t.Context(), &kms.GenerateMacInput{
			KeyId: new(of[0]), Message: []byte(of[1]), MacAlgorithm: types.MacAlgorithmSpecHmacSha256})
		if err != nil || len(out.Mac) != 32 {
			t.Fatalf("%x, %v", out.Mac, err)
		}
		made[string(out.Mac)] = true
	}
	if len(made) != 3 {
		t.Errorf("%d different ones of 3", len(made))
	}
}

func TestCiphertextIsBoundToItsContext(t *testing.T) {
	t.Parallel()
	c := client(t, "seed")
	context := map[string]string{"setting": "A"}
	sealed, err := c.Encrypt(t.Context(), &kms.EncryptInput{KeyId: new(key), Plaintext: []byte("secret"),
		EncryptionContext: context})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := c.Decrypt(t.Context(), &kms.DecryptInput{CiphertextBlob: sealed.CiphertextBlob,
		EncryptionContext: context})
	if err != nil || string(opened.Plaintext) != "secret" || *opened.KeyId != key {
		t.Errorf("%+v, %v", opened, err)
	}
	for _, bad := range []*kms.DecryptInput{
		{CiphertextBlob: sealed.CiphertextBlob, EncryptionContext: map[string]string{"setting": "B"}},
		{CiphertextBlob: []byte("?"), EncryptionContext: context},
	} {
		if out, err := c.Decrypt(t.Context(), bad); err == nil {
			t.Errorf("opened: %s", out.Plaintext)
		}
	}
}

func TestDataKeysOpenWithTheirContext(t *testing.T) {
	t.Parallel()
	c := client(t, "seed")
	context := map[string]string{"purpose": "A"}
	made, err := c.GenerateDataKey(t.Context(), &kms.GenerateDataKeyInput{
		KeyId: new(key), KeySpec: types.DataKeySpecAes256, EncryptionContext: context})
	if err != nil || len(made.Plaintext) != 32 {
		t.Fatalf("%d bytes, %v", len(made.Plaintext), err)
	}
	opened, err := c.Decrypt(t.Context(), &kms.DecryptInput{CiphertextBlob: made.CiphertextBlob,
		EncryptionContext: context})
	if err != nil || string(opened.Plaintext) != string(made.Plaintext) {
		t.Errorf("%x, want %x; %v", opened.Plaintext, made.Plaintext, err)
	}
	if _, err := c.Decrypt(t.Context(), &kms.DecryptInput{CiphertextBlob: made.CiphertextBlob,
		EncryptionContext: map[string]string{"purpose": "B"}}); err == nil {
		t.Error("opened for another purpose")
	}
}

func TestOtherOperationsAreRefused(t *testing.T) {
	t.Parallel()
	if _, err := client(t, "seed").ListKeys(t.Context(), &kms.ListKeysInput{}); err == nil {
		t.Error("keys were listed")
	}
}
