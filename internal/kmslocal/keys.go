// Package kmslocal replaces AWS KMS outside of AWS. It has the operations that Stint
// uses. It derives every key from one seed and the key's name, so it stores no keys.
package kmslocal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
)

// Keys derives keys from their names. The seed reveals all keys, so Keys is only for
// tests and trials.
type Keys struct{ seed []byte }

// New makes keys from a seed, such as 32 random bytes.
func New(seed []byte) *Keys { return &Keys{seed} }

// deriveSecret derives the secret of a key for one use.
func (k *Keys) deriveSecret(use, name string) []byte {
	return mac(mac(k.seed, []byte(use)), []byte(name))
}

func mac(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}

// signingKey is the key pair of a name.
func (k *Keys) signingKey(name string) (*ecdsa.PrivateKey, error) {
	return ecdsa.ParseRawPrivateKey(elliptic.P256(), k.deriveSecret("sign", name))
}

func (k *Keys) publicKey(name string) ([]byte, error) {
	key, err := k.signingKey(name)
	if err != nil {
		return nil, err
	}
	return x509.MarshalPKIXPublicKey(&key.PublicKey)
}

func (k *Keys) sign(name string, digest []byte) ([]byte, error) {
	key, err := k.signingKey(name)
	if err != nil {
		return nil, err
	}
	return ecdsa.SignASN1(rand.Reader, key, digest)
}

func (k *Keys) generateMac(name string, message []byte) []byte {
	return mac(k.deriveSecret("mac", name), message)
}

// newAEAD makes the cipher of a key.
func (k *Keys) newAEAD(name string) (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.deriveSecret("seal", name))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// encrypt encrypts a text, bound to its context. The ciphertext contains the name of
// its key, as in KMS, so that callers decrypt without naming the key.
func (k *Keys) encrypt(name string, text []byte, context map[string]string) ([]byte, error) {
	sealer, err := k.newAEAD(name)
	if err != nil {
		return nil, err
	}
	bound, err := json.Marshal(context) // properties are sorted by name
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed{name, sealer.Seal(nil, nil, text, bound)})
}

// generateDataKey makes a random data key, plain and encrypted.
func (k *Keys) generateDataKey(name string, context map[string]string) (plain, encrypted []byte, err error) {
	plain = make([]byte, 32)
	_, _ = rand.Read(plain) // never fails (crypto/rand)
	encrypted, err = k.encrypt(name, plain, context)
	return plain, encrypted, err
}

type sealed struct {
	Key  string
	Text []byte
}

var (
	errInvalid = errors.New("InvalidCiphertextException")
	errUnknown = errors.New("UnknownOperationException")
)

func (k *Keys) decrypt(ciphertext []byte, context map[string]string) (name string, text []byte, err error) {
	var s sealed
	if json.Unmarshal(ciphertext, &s) != nil {
		return "", nil, errInvalid
	}
	sealer, err := k.newAEAD(s.Key)
	if err != nil {
		return "", nil, err
	}
	bound, err := json.Marshal(context)
	if err != nil {
		return "", nil, err
	}
	if text, err = sealer.Open(nil, nil, s.Text, bound); err != nil {
		return "", nil, errInvalid
	}
	return s.Key, text, nil
}
