package table

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"

	"stint/shared/auth/derive"
	"stint/shared/dynamo"
	"stint/shared/problem"
)

// Cursor is the opaque position in a list. It is encrypted, because it holds
// keys, and bound to one caller and one query.
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

// cursorAttributes are all attributes that a key of the table or of an index
// has, in the order in which a cursor holds them.
var cursorAttributes = []string{dynamo.AttrPK, dynamo.AttrSK, dynamo.AttrLSK, dynamo.AttrG1, dynamo.AttrG2}

// sealCursor makes the cursor of the last item examined. It opens only for the
// same scope.
func (t *Table) sealCursor(scope string, last Item) Cursor {
	parts := make([]string, 0, len(cursorAttributes))
	for _, name := range cursorAttributes {
		parts = append(parts, StringAttribute(last, name))
	}
	nonce := make([]byte, t.cursorCipher.NonceSize())
	_, _ = rand.Read(nonce) // never fails (crypto/rand, Go 1.24)
	sealed := t.cursorCipher.Seal(nonce, nonce, []byte(strings.Join(parts, "\n")), []byte(scope))
	return Cursor(base64.RawURLEncoding.EncodeToString(sealed))
}

// openCursor returns the key that sealCursor encrypted, with the named
// attributes only. Errors: validation cursor_invalid.
func (t *Table) openCursor(scope string, c Cursor, names ...string) (Item, error) {
	invalid := problem.InvalidField("cursor", problem.CursorInvalid)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	if err != nil || len(raw) < t.cursorCipher.NonceSize() {
		return nil, invalid
	}
	nonce, sealed := raw[:t.cursorCipher.NonceSize()], raw[t.cursorCipher.NonceSize():]
	plain, err := t.cursorCipher.Open(nil, nonce, sealed, []byte(scope))
	if err != nil {
		return nil, invalid
	}
	values := strings.Split(string(plain), "\n")
	start := Item{}
	for i, name := range cursorAttributes {
		if slices.Contains(names, name) {
			start[name] = StringValue(values[i])
		}
	}
	return start, nil
}
