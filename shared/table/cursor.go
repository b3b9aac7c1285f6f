package table

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"

	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/secret"
)

// Cursor is the opaque position in a list. It is encrypted, because it holds
// keys, and bound to one caller and one query.
type Cursor string

// cursorCipher makes the cipher of cursors. Errors: service_unavailable.
func (t *Table) cursorCipher(ctx context.Context) (cipher.AEAD, error) {
	key, err := t.secrets.Key(ctx, secret.Cursor)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// cursorAttributes are all attributes that a key of the table or of an index
// has, in the order in which a cursor holds them.
var cursorAttributes = []string{dynamo.AttrPK, dynamo.AttrSK, dynamo.AttrLSK, dynamo.AttrG1, dynamo.AttrG2}

// sealCursor makes the cursor of the last item examined. It opens only for the
// same scope. Errors: service_unavailable.
func (t *Table) sealCursor(ctx context.Context, scope string, last Item) (Cursor, error) {
	aead, err := t.cursorCipher(ctx)
	if err != nil {
		return "", err
	}
	parts := make([]string, 0, len(cursorAttributes))
	for _, name := range cursorAttributes {
		parts = append(parts, StringAttribute(last, name))
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails (crypto/rand, Go 1.24)
	sealed := aead.Seal(nonce, nonce, []byte(strings.Join(parts, "\n")), []byte(scope))
	return Cursor(base64.RawURLEncoding.EncodeToString(sealed)), nil
}

// openCursor returns the key that sealCursor encrypted, with the named
// attributes only. Errors: validation cursor_invalid, service_unavailable.
func (t *Table) openCursor(ctx context.Context, scope string, c Cursor, names ...string) (Item, error) {
	invalid := problem.InvalidField("cursor", problem.CursorInvalid)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	if err != nil {
		return nil, invalid
	}
	aead, err := t.cursorCipher(ctx)
	if err != nil {
		return nil, err
	}
	if len(raw) < aead.NonceSize() {
		return nil, invalid
	}
	nonce, sealed := raw[:aead.NonceSize()], raw[aead.NonceSize():]
	plain, err := aead.Open(nil, nonce, sealed, []byte(scope))
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
