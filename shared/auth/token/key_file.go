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

// Kinds of PEM blocks in a key file.
const (
	privateBlock = "PRIVATE KEY" // PKCS #8
	publicBlock  = "PUBLIC KEY"  // SubjectPublicKeyInfo
)

// OpenKeyFile loads the signing key from a PEM file, and generates the file
// first if there is none; its folder is made too. Only the owner may read it.
// Processes that start at once all end up with the same key.
//
// The first block of the file is the private key (PKCS #8, P-256). To rotate,
// put a new one before it: the tokens of every further block, private or
// public, are still accepted.
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

// createKeyFile makes a key file unless another process is first. The file appears
// under its name whole or not at all: a link, unlike a rename, never replaces
// what is there.
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
			return nil, errors.New("the first key is not a private one")
		default:
			current = private
		}
	}
	if current == nil || len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("not a file of PEM blocks")
	}
	return newLocalKey(current, previous...)
}

// parseBlock reads a key; private is nil when the block has a public one.
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
