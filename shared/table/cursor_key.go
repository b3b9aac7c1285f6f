package table

import (
	"context"

	"stint/shared/dynamo"
)

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
