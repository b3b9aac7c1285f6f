package token

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// PublicKey is a P-256 key that verifies tokens.
type PublicKey struct {
	ID  string // the header "kid" of its tokens
	Key *ecdsa.PublicKey
}

// Keys returns the keys whose tokens are accepted: the current one and the previous
// ones, until their last token has expired. An error means that the keys could not be
// read now.
type Keys interface {
	Keys(ctx context.Context) ([]PublicKey, error)
}

// KeySet is a fixed set of keys.
type KeySet []PublicKey

var _ Keys = KeySet(nil)

// Keys returns the set. It never fails.
func (s KeySet) Keys(context.Context) ([]PublicKey, error) { return s, nil }

// jwk is a public key as JSON (RFC 7517; for curves RFC 7518, section 6.2.1).
type jwk struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	Y         string `json:"y"`
	KeyID     string `json:"kid"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
}

// JWKS returns the JSON Web Key Set (RFC 7517, section 5) of public keys. Keys on another
// curve than P-256 are left out.
func JWKS(keys []PublicKey) []byte {
	set := struct {
		Keys []jwk `json:"keys"`
	}{Keys: make([]jwk, 0, len(keys))}
	for _, key := range keys {
		if x, y, err := coordinates(key.Key); err == nil {
			set.Keys = append(set.Keys, jwk{KeyType: "EC", Curve: "P-256", X: x, Y: y, KeyID: key.ID, Use: "sig",
				Algorithm: "ES256"})
		}
	}
	text, err := json.Marshal(set)
	if err != nil {
		panic("token: " + err.Error()) // cannot fail: the set has only strings
	}
	return text
}

// Thumbprint is the id of a key that is computed from the key (RFC 7638, SHA-256). The key
// must be on the curve P-256.
func Thumbprint(key *ecdsa.PublicKey) (string, error) {
	x, y, err := coordinates(key)
	if err != nil {
		return "", err
	}
	// The required members in lexicographic order, without white space.
	sum := sha256.Sum256([]byte(`{"crv":"P-256","kty":"EC","x":"` + x + `","y":"` + y + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:]), nil
}

var errNotP256 = errors.New("token: key is not on the curve P-256")

// coordinates returns the point of a key in base64url, 32 bytes each.
func coordinates(key *ecdsa.PublicKey) (x, y string, err error) {
	if !isP256(key) {
		return "", "", errNotP256
	}
	point, err := key.Bytes() // 0x04, x, y (SEC 1, section 2.3.3)
	if err != nil {
		return "", "", err
	}
	b64 := base64.RawURLEncoding
	return b64.EncodeToString(point[1:33]), b64.EncodeToString(point[33:]), nil
}

func isP256(key *ecdsa.PublicKey) bool { return key != nil && key.Curve == elliptic.P256() }

// The types of PEM blocks in a key file.
const (
	privateBlock = "PRIVATE KEY" // PKCS #8
	publicBlock  = "PUBLIC KEY"  // SubjectPublicKeyInfo
)

// OpenKeyFile loads the signing key from a PEM file. A missing file is created with a new
// key, and its folder too; only the owner may read it. Processes that start at the same
// time all get the same key.
//
// The first block of the file is the private key (PKCS #8, P-256). To rotate, put a new
// key before it: tokens of all further keys, private or public, are still accepted.
func OpenKeyFile(path string) (*LocalKey, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = createKeyFile(path); err == nil {
			text, err = os.ReadFile(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	key, err := parseKeyPEM(text)
	if err != nil {
		return nil, fmt.Errorf("signing key in %s: %w", path, err)
	}
	return key, nil
}

// createKeyFile creates a key file unless another process was faster. It writes a
// temporary file and links it, because a link, unlike a rename, never replaces a file,
// and readers never see half of it.
func createKeyFile(path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	text, err := newKeyPEM()
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(folder, ".key-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if err := writeAndSync(temporary, text); err != nil {
		return err
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func writeAndSync(file *os.File, text []byte) error {
	_, err := file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

func newKeyPEM() ([]byte, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: der}), nil
}

func parseKeyPEM(text []byte) (*LocalKey, error) {
	var current *ecdsa.PrivateKey
	var previous []*ecdsa.PublicKey
	block, rest := pem.Decode(text)
	for ; block != nil; block, rest = pem.Decode(rest) {
		private, public, err := parseBlock(block)
		switch {
		case err != nil:
			return nil, err
		case current != nil:
			previous = append(previous, public)
		case private == nil:
			return nil, errors.New("the first key is not a private key")
		default:
			current = private
		}
	}
	if current == nil || len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("not a file of PEM blocks")
	}
	return newLocalKey(current, previous...)
}

// parseBlock reads a key; private is nil when the block has a public key.
func parseBlock(block *pem.Block) (private *ecdsa.PrivateKey, public *ecdsa.PublicKey, err error) {
	var key any
	switch block.Type {
	case privateBlock:
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case publicBlock:
		key, err = x509.ParsePKIXPublicKey(block.Bytes)
	}
	if err != nil {
		return nil, nil, err
	}
	switch key := key.(type) {
	case *ecdsa.PrivateKey:
		return key, &key.PublicKey, nil
	case *ecdsa.PublicKey:
		return nil, key, nil
	}
	return nil, nil, errors.New("not an elliptic curve key")
}
