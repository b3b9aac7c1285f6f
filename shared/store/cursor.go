package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"strings"

	"stint/shared/auth/derive"
	"stint/shared/problem"
)

// Cursor is an opaque place in a list, sealed for one caller and one query.
type Cursor string

// newCursorCipher makes the cipher of cursors from the master secret.
func newCursorCipher(master []byte) cipher.AEAD {
	block, err := aes.NewCipher(derive.Key(master, "cursor"))
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// sealCursor hides the key of the last row examined. It opens only for the
// same scope: the query and who asked it.
func (s *Store) sealCursor(scope string, at item) Cursor {
	parts := make([]string, 0, 5)
	for _, name := range cursorAttributes {
		parts = append(parts, stringAttribute(at, name))
	}
	nonce := make([]byte, s.cursorCipher.NonceSize())
	_, _ = rand.Read(nonce) // never fails (crypto/rand, Go 1.24)
	sealed := s.cursorCipher.Seal(nonce, nonce, []byte(strings.Join(parts, "\n")), []byte(scope))
	return Cursor(base64.RawURLEncoding.EncodeToString(sealed))
}

// cursorAttributes are all attributes that a key of the table or of an index has.
var cursorAttributes = []string{attrPK, attrSK, attrLSK, attrG1, attrG2}

// openCursor gives the key that sealCursor hid, cut to the attributes that
// the index is asked by.
func (s *Store) openCursor(scope string, c Cursor, names ...string) (item, error) {
	refused := problem.InvalidField("cursor", problem.CursorInvalid)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	if err != nil || len(raw) < s.cursorCipher.NonceSize() {
		return nil, refused
	}
	nonce, sealed := raw[:s.cursorCipher.NonceSize()], raw[s.cursorCipher.NonceSize():]
	plain, err := s.cursorCipher.Open(nil, nonce, sealed, []byte(scope))
	if err != nil {
		return nil, refused
	}
	values := strings.Split(string(plain), "\n")
	at := item{}
	for i, name := range cursorAttributes {
		for _, w := range names {
			if w == name {
				at[name] = stringValue(values[i])
			}
		}
	}
	return at, nil
}
