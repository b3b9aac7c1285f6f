package table

import (
	"context"
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

// cursorAttributes are all attributes that a key of the table or of an index
// has, in the order in which a cursor holds them.
var cursorAttributes = []string{dynamo.AttrPK, dynamo.AttrSK, dynamo.AttrLSK, dynamo.AttrG1, dynamo.AttrG2}

// sealCursor makes the cursor of the last item examined. It opens only for the
// same scope. Errors: service_unavailable.
func (t *Table) sealCursor(ctx context.Context, scope string, last Item) (Cursor, error) {
	aead, err := secret.Cipher(ctx, t.secrets, secret.Cursor)
	if err != nil {
		return "", err
	}
	parts := make([]string, 0, len(cursorAttributes))
	for _, name := range cursorAttributes {
		parts = append(parts, StringAttribute(last, name))
	}
	sealed := aead.Seal(nil, nil, []byte(strings.Join(parts, "\n")), []byte(scope))
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
	aead, err := secret.Cipher(ctx, t.secrets, secret.Cursor)
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, nil, raw, []byte(scope))
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

// A list that is read from more than one range keeps its position as a key that its
// store chooses.

// SealKey makes the cursor of a key. It opens only for the same request scope and list.
// Errors: service_unavailable.
func (t *Table) SealKey(ctx context.Context, p PageRequest, list string, k Key) (Cursor, error) {
	return t.sealCursor(ctx, p.Scope+"\n"+list, Item{dynamo.AttrPK: StringValue(k.PK), dynamo.AttrSK: StringValue(k.SK)})
}

// OpenKey returns the key that SealKey made the request's cursor of; the zero key
// without a cursor. Errors: validation cursor_invalid.
func (t *Table) OpenKey(ctx context.Context, p PageRequest, list string) (Key, error) {
	if p.Cursor == "" {
		return Key{}, nil
	}
	position, err := t.openCursor(ctx, p.Scope+"\n"+list, p.Cursor, dynamo.AttrPK, dynamo.AttrSK)
	if err != nil {
		return Key{}, err
	}
	return KeyOf(position), nil
}
