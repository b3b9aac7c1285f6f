package token

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

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
