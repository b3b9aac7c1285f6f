package secret

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
)

// Cipher makes the cipher of a purpose from its data key; see NewCipher. Errors: those of
// the source.
func Cipher(ctx context.Context, s Source, p Purpose) (cipher.AEAD, error) {
	key, err := s.Key(ctx, p)
	if err != nil {
		return nil, err
	}
	return NewCipher(key), nil
}

// NewCipher makes AES-256-GCM with a key of KeyBytes bytes. Seal and Open take no nonce: Seal
// makes a random one and puts it before the ciphertext. It panics with a key of another
// length.
func NewCipher(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("secret: " + err.Error())
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("secret: " + err.Error())
	}
	return aead
}
