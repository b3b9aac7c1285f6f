package token

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
)

// LocalKey is a private key in the memory of this process, for home and tests. It is a
// Signer, and with the previous keys also Keys.
type LocalKey struct {
	private *ecdsa.PrivateKey
	public  []PublicKey // the current one first
}

var (
	_ Signer = (*LocalKey)(nil)
	_ Keys   = (*LocalKey)(nil)
)

// NewLocalKey generates a key. It is not stored.
func NewLocalKey() (*LocalKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generate signing key: %w", err)
	}
	return newLocalKey(private)
}

func newLocalKey(private *ecdsa.PrivateKey, previous ...*ecdsa.PublicKey) (*LocalKey, error) {
	key := &LocalKey{private: private}
	for _, public := range append([]*ecdsa.PublicKey{&private.PublicKey}, previous...) {
		id, err := Thumbprint(public)
		if err != nil {
			return nil, err
		}
		key.public = append(key.public, PublicKey{ID: id, Key: public})
	}
	return key, nil
}

// KeyID is the thumbprint of the key (RFC 7638).
func (k *LocalKey) KeyID() string { return k.public[0].ID }

// Sign signs a digest.
func (k *LocalKey) Sign(_ context.Context, digest [32]byte) ([]byte, error) {
	der, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	return RawSignature(der)
}

// Keys returns the public key and the previous ones. It never fails.
func (k *LocalKey) Keys(context.Context) ([]PublicKey, error) { return k.public, nil }

// RawSignature converts an ECDSA signature on P-256 from DER (RFC 3279, section 2.2.3),
// which most libraries and services return, to the form of JWS: r and s, 32 bytes each.
func RawSignature(der []byte) ([]byte, error) {
	var point struct{ R, S *big.Int }
	rest, err := asn1.Unmarshal(der, &point)
	if err != nil {
		return nil, fmt.Errorf("read signature: %w", err)
	}
	if len(rest) > 0 || !isScalar(point.R) || !isScalar(point.S) {
		return nil, errors.New("read signature: not one of P-256")
	}
	raw := make([]byte, 64)
	point.R.FillBytes(raw[:32])
	point.S.FillBytes(raw[32:])
	return raw, nil
}

func isScalar(n *big.Int) bool {
	return n.Sign() > 0 && n.Cmp(elliptic.P256().Params().N) < 0
}
