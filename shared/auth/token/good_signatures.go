package token

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"sync"

	"github.com/golang-jwt/jwt/v5"
)

// Sizes of goodSignatures.
const (
	maxGoodSignatures = 1_000 // each takes about 150 bytes
	signatureSize     = 64    // of ES256, in bytes
)

// goodSignatures is ES256 that remembers which signatures it found good. Verifying one
// takes a tenth of a millisecond, and each request of a session has the same. Whether a
// key made a signature of a text never changes; everything else about a token is checked
// each time.
type goodSignatures struct {
	jwt.SigningMethod
	mu    sync.Mutex
	known map[goodSignature]struct{}
}

// goodSignature is a signature of a text that a key made.
type goodSignature struct {
	key       *ecdsa.PublicKey
	text      [sha256.Size]byte // its digest
	signature [signatureSize]byte
}

func newGoodSignatures() *goodSignatures {
	return &goodSignatures{SigningMethod: jwt.SigningMethodES256, known: map[goodSignature]struct{}{}}
}

// Verify implements jwt.SigningMethod.
func (g *goodSignatures) Verify(text string, signature []byte, key any) error {
	public, ok := key.(*ecdsa.PublicKey)
	if !ok || len(signature) != signatureSize {
		return g.SigningMethod.Verify(text, signature, key)
	}
	s := goodSignature{public, sha256.Sum256([]byte(text)), [signatureSize]byte(signature)}
	if g.has(s) {
		return nil
	}
	err := g.SigningMethod.Verify(text, signature, key)
	if err == nil {
		g.add(s)
	}
	return err
}

func (g *goodSignatures) has(s goodSignature) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, ok := g.known[s]
	return ok
}

// add remembers a signature. It forgets all others when there are too many.
func (g *goodSignatures) add(s goodSignature) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= maxGoodSignatures {
		clear(g.known)
	}
	g.known[s] = struct{}{}
}
