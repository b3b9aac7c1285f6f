package token_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/smithy-go"

	"stint/shared/auth/token"
	"stint/shared/kms"
	"stint/shared/problem"
)

const (
	current  = "arn:aws:kms:eu-central-1:111122223333:key/current"
	previous = "arn:aws:kms:eu-central-1:111122223333:key/previous"
)

// fakeKMS holds real keys and does what the contract of KMS says.
type fakeKMS struct {
	mu    sync.Mutex
	keys  map[string]*ecdsa.PrivateKey
	fail  map[string]error // by key
	reads map[string]int
	signs int
}

func newKMS(t *testing.T, curve elliptic.Curve, names ...string) *fakeKMS {
	t.Helper()
	fake := &fakeKMS{keys: map[string]*ecdsa.PrivateKey{}, fail: map[string]error{}, reads: map[string]int{}}
	for _, name := range names {
		key, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		fake.keys[name] = key
	}
	return fake
}

func (f *fakeKMS) Sign(_ context.Context, key string, digest [32]byte) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.signs++
	if err := f.fail[key]; err != nil {
		return nil, err
	}
	return f.keys[key].Sign(rand.Reader, digest[:], crypto.SHA256)
}

func (f *fakeKMS) GetPublicKey(_ context.Context, name string) (kms.PublicKey, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads[name]++
	if err := f.fail[name]; err != nil {
		return kms.PublicKey{}, err
	}
	key, ok := f.keys[name]
	if !ok {
		return kms.PublicKey{}, &smithy.GenericAPIError{Code: kms.NotFound}
	}
	spec := kms.SpecP256
	if key.Curve != elliptic.P256() {
		spec = "ECC_NIST_P384"
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	return kms.PublicKey{DER: der, Spec: spec}, err
}

func now() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }

func issue(t *testing.T, signer token.Signer) string {
	t.Helper()
	raw, err := token.NewIssuer(signer, "iss", "aud", now).Issue(context.Background(),
		token.Claims{Subject: session, SessionID: session})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func verify(keys token.Keys, raw string) error {
	_, err := token.NewVerifier(keys, "iss", "aud", now).Verify(context.Background(), raw)
	return err
}

func TestTokensAreSignedByKMS(t *testing.T) {
	t.Parallel()
	fake := newKMS(t, elliptic.P256(), current)
	signer := token.NewKMSSigner(fake, current)
	for i := range 50 { // r and s have leading zeros now and then
		if err := verify(signer, issue(t, signer)); err != nil {
			t.Fatalf("token %d: %v", i, err)
		}
	}
	if fake.signs != 50 || fake.reads[current] != 1 {
		t.Errorf("%d signatures, %d reads of the public key", fake.signs, fake.reads[current])
	}
}

func TestKeysAreReadLazily(t *testing.T) {
	t.Parallel()
	fake := newKMS(t, elliptic.P256(), current)
	signer := token.NewKMSSigner(fake, current, previous)
	issue(t, signer)
	if len(fake.reads) != 0 {
		t.Errorf("public keys read: %v", fake.reads)
	}
}

func TestKeyIDRevealsNothing(t *testing.T) {
	t.Parallel()
	one, two := token.NewKMSSigner(nil, current).KeyID(), token.NewKMSSigner(nil, previous).KeyID()
	if one == two || one != token.NewKMSSigner(nil, current, previous).KeyID() || len(one) != 22 {
		t.Errorf("key ids %q and %q", one, two)
	}
	if strings.Contains(one, "111122223333") {
		t.Errorf("key id %q names the account", one)
	}
}

func TestPreviousKeysAreAccepted(t *testing.T) {
	t.Parallel()
	fake := newKMS(t, elliptic.P256(), current, previous)
	old := issue(t, token.NewKMSSigner(fake, previous))
	signer := token.NewKMSSigner(fake, current, previous)
	if err := verify(signer, old); err != nil {
		t.Errorf("old token: %v", err)
	}
	if err := verify(signer, issue(t, signer)); err != nil {
		t.Errorf("new token: %v", err)
	}
	if err := verify(token.NewKMSSigner(fake, current), old); !errors.Is(err, token.ErrInvalid) {
		t.Errorf("old token, key removed: %v", err)
	}
}

func TestMissingPreviousKeyIsSkipped(t *testing.T) {
	t.Parallel()
	for name, gone := range map[string]error{
		"deleted":  &smithy.GenericAPIError{Code: kms.NotFound},
		"disabled": &smithy.GenericAPIError{Code: kms.Disabled},
		"pending":  &smithy.GenericAPIError{Code: kms.InvalidState},
	} {
		fake := newKMS(t, elliptic.P256(), current, previous)
		old := issue(t, token.NewKMSSigner(fake, previous))
		fake.fail[previous] = gone
		signer := token.NewKMSSigner(fake, current, previous)
		for range 3 {
			if err := verify(signer, issue(t, signer)); err != nil {
				t.Errorf("%s: new token: %v", name, err)
			}
			if err := verify(signer, old); !errors.Is(err, token.ErrInvalid) {
				t.Errorf("%s: old token: %v", name, err)
			}
		}
		if fake.reads[previous] != 1 {
			t.Errorf("%s: asked %d times for a key that is gone", name, fake.reads[previous])
		}
	}
}

func TestUnreachableKMSIsUnavailable(t *testing.T) {
	t.Parallel()
	down := errors.New("dial tcp: connection refused")
	for _, broken := range []string{current, previous} {
		fake := newKMS(t, elliptic.P256(), current, previous)
		signer := token.NewKMSSigner(fake, current, previous)
		raw := issue(t, signer)
		fake.fail[broken] = down
		if err := verify(signer, raw); !problem.Is(err, problem.CodeServiceUnavailable) || !errors.Is(err, down) {
			t.Errorf("%s out of reach: %v", broken, err)
		}
		fake.fail[broken] = nil
		if err := verify(signer, raw); err != nil {
			t.Errorf("%s back again: %v", broken, err)
		}
	}
	fake := newKMS(t, elliptic.P256(), current)
	fake.fail[current] = down
	_, err := token.NewKMSSigner(fake, current).Sign(context.Background(), [32]byte{})
	if !problem.Is(err, problem.CodeServiceUnavailable) || !errors.Is(err, down) {
		t.Errorf("Sign: %v", err)
	}
}

func TestCurrentKeyMustExistAndBeP256(t *testing.T) {
	t.Parallel()
	for name, fake := range map[string]*fakeKMS{
		"missing":       newKMS(t, elliptic.P256()),
		"another curve": newKMS(t, elliptic.P384(), current),
	} {
		if keys, err := token.NewKMSSigner(fake, current).Keys(context.Background()); err == nil {
			t.Errorf("%s: %d keys", name, len(keys))
		}
	}
}

func TestConcurrentReadersShareOneRequest(t *testing.T) {
	t.Parallel()
	fake := newKMS(t, elliptic.P256(), current, previous)
	signer := token.NewKMSSigner(fake, current, previous)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			if keys, err := signer.Keys(context.Background()); err != nil || len(keys) != 2 {
				t.Errorf("%d keys, %v", len(keys), err)
			}
		})
	}
	group.Wait()
	if fake.reads[current] != 1 || fake.reads[previous] != 1 {
		t.Errorf("reads %v", fake.reads)
	}
}
