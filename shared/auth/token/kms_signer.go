package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"sync"

	"stint/shared/kms"
	"stint/shared/problem"
)

// KMSAPI is the part of *kms.Client that is needed. A function that only verifies tokens
// needs no permission for Sign.
type KMSAPI interface {
	Sign(ctx context.Context, key string, digest [32]byte) ([]byte, error)
	GetPublicKey(ctx context.Context, key string) (kms.PublicKey, error)
}

var _ KMSAPI = (*kms.Client)(nil)

// KMSSigner signs with the current key, and has the public keys of the current and the
// previous keys. It may be used by several goroutines.
type KMSSigner struct {
	api  KMSAPI
	keys []string // the current one first

	mu    sync.Mutex
	cache map[string]*PublicKey // by name of the key; nil for a previous key that was deleted or disabled
}

var (
	_ Signer = (*KMSSigner)(nil)
	_ Keys   = (*KMSSigner)(nil)
)

// NewKMSSigner makes a signer that signs with the key current and also accepts the keys in
// previous. Keys are named by id or ARN, in the same way in every function, but not by
// alias, because an alias may later mean another key. New calls nothing.
func NewKMSSigner(api KMSAPI, current string, previous ...string) *KMSSigner {
	return &KMSSigner{
		api:   api,
		keys:  append([]string{current}, previous...),
		cache: make(map[string]*PublicKey),
	}
}

// KeyID is a digest of the key's name. It needs no call, and does not reveal the AWS
// account of the key.
func (s *KMSSigner) KeyID() string { return keyIDOf(s.keys[0]) }

// Sign signs a digest with KMS. Errors: service_unavailable when KMS does not respond or
// refuses.
func (s *KMSSigner) Sign(ctx context.Context, digest [32]byte) ([]byte, error) {
	signature, err := s.api.Sign(ctx, s.keys[0], digest)
	if err != nil {
		return nil, problem.Unavailable(fmt.Errorf("kms sign: %w", err))
	}
	return RawSignature(signature)
}

// Keys returns the public keys. Each key is read from KMS once, at its first use, and
// again only after a failure. A previous key that was deleted or disabled is left out.
// Every other failure is an error, so that no token is called invalid because KMS could
// not be reached.
func (s *KMSSigner) Keys(ctx context.Context) ([]PublicKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	public := make([]PublicKey, 0, len(s.keys))
	for i, name := range s.keys {
		key, seen := s.cache[name]
		if !seen {
			var err error
			if key, err = s.readPublicKey(ctx, name); err != nil && !(i > 0 && isGone(err)) {
				return nil, err
			}
			s.cache[name] = key
		}
		if key != nil {
			public = append(public, *key)
		}
	}
	return public, nil
}

func (s *KMSSigner) readPublicKey(ctx context.Context, name string) (*PublicKey, error) {
	out, err := s.api.GetPublicKey(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("kms public key: %w", err)
	}
	parsed, err := x509.ParsePKIXPublicKey(out.DER)
	if err != nil {
		return nil, fmt.Errorf("kms public key: %w", err)
	}
	key, ok := parsed.(*ecdsa.PublicKey)
	if !ok || out.Spec != kms.SpecP256 {
		return nil, errors.New("kms public key: spec is not ECC_NIST_P256")
	}
	return &PublicKey{ID: keyIDOf(name), Key: key}, nil
}

// isGone reports whether a key was deleted or disabled. It is not expected to come back
// while this process runs.
func isGone(err error) bool {
	return kms.HasCode(err, kms.NotFound, kms.Disabled, kms.InvalidState)
}

// keyIDOf is half of the SHA-256 of a name, in base64url.
func keyIDOf(name string) string {
	sum := sha256.Sum256([]byte(name))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}
