package token_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"stint/shared/auth/token"
)

func TestOpenKeyFileKeepsItsKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "signing.pem")
	first, err := token.OpenKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := token.OpenKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if first.KeyID() != second.KeyID() || len(first.KeyID()) != 43 {
		t.Errorf("key ids %q and %q", first.KeyID(), second.KeyID())
	}
	h := newIssuerAndVerifier(t)
	h.issuer = token.NewIssuer(first, issuer, audience, h.clock.read)
	h.verifier = token.NewVerifier(second, issuer, audience, h.clock.read)
	h.wantAccepted(t, "after a restart", h.issue(t, someClaims()))

	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	block, rest := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" || len(rest) > 0 {
		t.Errorf("not one PKCS #8 block: %d bytes", len(text))
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files in the folder", len(left))
	}
}

func TestConcurrentOpensOfAKeyFileAgree(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "signing.pem")
	const starters = 16
	ids := make([]string, starters)
	begin := make(chan struct{})
	var group sync.WaitGroup
	for i := range starters {
		group.Go(func() {
			<-begin
			key, err := token.OpenKeyFile(path)
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = key.KeyID()
		})
	}
	close(begin)
	group.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("key ids %v", ids)
		}
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("%d files in the folder", len(left))
	}
}

func privatePEM(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func publicPEM(t *testing.T, key *ecdsa.PublicKey) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

func TestOpenKeyFileAcceptsPreviousKeys(t *testing.T) {
	t.Parallel()
	now, before, long := newKeyOn(t, elliptic.P256()), newKeyOn(t, elliptic.P256()), newKeyOn(t, elliptic.P256())
	path := filepath.Join(t.TempDir(), "signing.pem")
	text := bytes.Join([][]byte{privatePEM(t, now), privatePEM(t, before), publicPEM(t, &long.PublicKey)}, []byte("\n"))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := token.OpenKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	keys, _ := key.Keys(context.Background())
	for i, want := range []*ecdsa.PrivateKey{now, before, long} {
		id, _ := token.Thumbprint(&want.PublicKey)
		if i >= len(keys) || !keys[i].Key.Equal(&want.PublicKey) || keys[i].ID != id {
			t.Fatalf("%d keys; number %d is another", len(keys), i)
		}
	}
	if key.KeyID() != keys[0].ID {
		t.Errorf("signs with %q", key.KeyID())
	}
}

func TestOpenKeyFileRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	good := privatePEM(t, newKeyOn(t, elliptic.P256()))
	foreign, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"empty":            {},
		"no PEM":           []byte("secret"),
		"cut off":          good[:len(good)/2],
		"trailing text":    append(bytes.Clone(good), "x"...),
		"another curve":    privatePEM(t, newKeyOn(t, elliptic.P384())),
		"RSA":              privatePEM(t, foreign),
		"public key first": append(publicPEM(t, &newKeyOn(t, elliptic.P256()).PublicKey), good...),
		"certificate":      pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte{1}}),
		"broken DER":       pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte{1}}),
		"previous P-384":   append(bytes.Clone(good), privatePEM(t, newKeyOn(t, elliptic.P384()))...),
	} {
		path := filepath.Join(t.TempDir(), "signing.pem")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := token.OpenKeyFile(path); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestOpenKeyFileNeedsAWritableFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := token.OpenKeyFile(filepath.Join(file, "signing.pem")); err == nil {
		t.Error("made a key below a file")
	}
	if _, err := token.OpenKeyFile(t.TempDir()); err == nil {
		t.Error("read a folder as key")
	}
}

// The key of RFC 7517, appendix A.1; its thumbprint by RFC 7638, section 3.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	const x, y = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"
	point := []byte{4}
	for _, half := range []string{x, y} {
		raw, err := base64.RawURLEncoding.DecodeString(half)
		if err != nil {
			t.Fatal(err)
		}
		point = append(point, raw...)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(`{"crv":"P-256","kty":"EC","x":"` + x + `","y":"` + y + `"}`))
	if got, err := token.Thumbprint(key); err != nil || got != b64(sum[:]) {
		t.Errorf("thumbprint %q, %v", got, err)
	}
	if got, err := token.Thumbprint(&newKeyOn(t, elliptic.P384()).PublicKey); err == nil {
		t.Errorf("thumbprint of another curve: %q", got)
	}
}

func TestRawSignature(t *testing.T) {
	t.Parallel()
	want := append(append(make([]byte, 31), 5), append(make([]byte, 31), 6)...)
	if got, err := token.RawSignature([]byte{0x30, 6, 2, 1, 5, 2, 1, 6}); err != nil || !bytes.Equal(got, want) {
		t.Errorf("short numbers: %x, %v", got, err)
	}
	order := elliptic.P256().Params().N.Bytes()
	for name, der := range map[string][]byte{
		"nothing":       {},
		"raw already":   make([]byte, 64),
		"trailing byte": {0x30, 6, 2, 1, 5, 2, 1, 6, 0},
		"one number":    {0x30, 3, 2, 1, 5},
		"zero":          {0x30, 6, 2, 1, 0, 2, 1, 6},
		"negative":      {0x30, 6, 2, 1, 0x85, 2, 1, 6},
		"the order":     append(append([]byte{0x30, 38, 2, 33, 0}, order...), 2, 1, 6),
		"33 bytes":      append(append([]byte{0x30, 38, 2, 33, 1}, order...), 2, 1, 6),
	} {
		if got, err := token.RawSignature(der); err == nil {
			t.Errorf("%s: %x", name, got)
		}
	}
}
