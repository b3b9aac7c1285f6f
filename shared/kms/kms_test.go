package kms_test

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	sdk "github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/internal/kmslocal"
	"stint/shared/awsclient"
	"stint/shared/kms"
)

const key = "arn:aws:kms:us-east-1:000000000000:key/Key"

func newClient(t *testing.T, server http.Handler) (*kms.Client, *sdk.Client) {
	t.Helper()
	s := httptest.NewServer(server)
	t.Cleanup(s.Close)
	return kms.New("us-east-1", s.URL),
		sdk.New(sdk.Options{BaseEndpoint: &s.URL, Region: "us-east-1", Credentials: awsclient.CredentialsAt(s.URL),
			RetryMaxAttempts: 1})
}

func TestSignaturesVerify(t *testing.T) {
	t.Parallel()
	c, _ := newClient(t, kmslocal.New([]byte("seed")))
	digest := sha256.Sum256([]byte("text"))
	signature, err := c.Sign(t.Context(), key, digest)
	if err != nil {
		t.Fatal(err)
	}
	public, err := c.GetPublicKey(t.Context(), key)
	if err != nil || public.Spec != kms.SpecP256 {
		t.Fatalf("%+v, %v", public, err)
	}
	parsed, err := x509.ParsePKIXPublicKey(public.DER)
	if err != nil || !ecdsa.VerifyASN1(parsed.(*ecdsa.PublicKey), digest[:], signature) {
		t.Errorf("the signature does not verify: %v", err)
	}
}

func TestDataKeysOpenWithTheirContext(t *testing.T) {
	t.Parallel()
	c, _ := newClient(t, kmslocal.New([]byte("seed")))
	made, err := c.GenerateDataKey(t.Context(), key, map[string]string{"purpose": "A"})
	if err != nil || len(made.Plain) != 32 {
		t.Fatalf("%d bytes, %v", len(made.Plain), err)
	}
	opened, err := c.Decrypt(t.Context(), kms.Sealed{Key: key, Text: made.Sealed,
		Context: map[string]string{"purpose": "A"}})
	if err != nil || string(opened) != string(made.Plain) {
		t.Errorf("%x, want %x; %v", opened, made.Plain, err)
	}
	_, err = c.Decrypt(t.Context(), kms.Sealed{Key: key, Text: made.Sealed, Context: map[string]string{"purpose": "B"}})
	if !kms.HasCode(err, kms.NotFound, kms.InvalidCiphertext) || kms.HasCode(err, kms.NotFound) ||
		kms.HasCode(errors.New("x"), kms.NotFound) {
		t.Errorf("opened for another purpose: %v", err)
	}
}

// Each request is the one that the SDK's client sends.
func TestRequestsAreThoseOfTheSDK(t *testing.T) {
	t.Parallel()
	var sent []map[string]any
	ours, theirs := newClient(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		request := map[string]any{}
		_ = json.Unmarshal(text, &request)
		for _, name := range []string{"X-Amz-Target", "Content-Type"} {
			request[name] = r.Header.Get(name)
		}
		sent = append(sent, request)
		_, _ = w.Write([]byte("{}"))
	}))
	digest, purpose, ctx := [32]byte{1}, map[string]string{"purpose": "A"}, t.Context()
	for name, call := range map[string][2]func() error{
		"Sign": {func() error { _, err := ours.Sign(ctx, key, digest); return err }, func() error {
			_, err := theirs.Sign(ctx, &sdk.SignInput{KeyId: new(key), Message: digest[:], MessageType: types.MessageTypeDigest,
				SigningAlgorithm: types.SigningAlgorithmSpecEcdsaSha256})
			return err
		}},
		"GetPublicKey": {func() error { _, err := ours.GetPublicKey(ctx, key); return err }, func() error {
			_, err := theirs.GetPublicKey(ctx, &sdk.GetPublicKeyInput{KeyId: new(key)})
			return err
		}},
		"GenerateDataKey": {func() error { _, err := ours.GenerateDataKey(ctx, key, purpose); return err }, func() error {
			_, err := theirs.GenerateDataKey(ctx, &sdk.GenerateDataKeyInput{
				KeyId: new(key), KeySpec: types.DataKeySpecAes256, EncryptionContext: purpose})
			return err
		}},
		"Decrypt": {func() error {
			_, err := ours.Decrypt(ctx, kms.Sealed{Key: key, Text: []byte("sealed"), Context: purpose})
			return err
		}, func() error {
			_, err := theirs.Decrypt(ctx, &sdk.DecryptInput{KeyId: new(key), CiphertextBlob: []byte("sealed"),
				EncryptionContext: purpose})
			return err
		}},
		"Decrypt without a key": {func() error {
			_, err := ours.Decrypt(ctx,
				kms.Sealed{Text: []byte("sealed")})
			return err
		}, func() error {
			_, err := theirs.Decrypt(ctx, &sdk.DecryptInput{CiphertextBlob: []byte("sealed")})
			return err
		}},
	} {
		sent = nil
		if err := errors.Join(call[0](), call[1]()); err != nil || len(sent) != 2 || !reflect.DeepEqual(sent[0], sent[1]) {
			t.Errorf("%s: %v, want %v; %v", name, sent[0], sent[len(sent)-1], err)
		}
	}
}
