package table

import (
	"context"
	"slices"

	"stint/shared/dynamo"
)

// MaxKnown is how many keys ListKeys takes: what one batch read takes.
const MaxKnown = maxBatchGet

// ListKeys reads one page of a range of the table's own order, whose records are all under the given keys, at most
// MaxKnown of them. It goes on from cursors of List, and List from its own. Its page may be short, and has no Next at
// the end. It makes one batch read, or none. Errors: validation cursor_invalid.
func ListKeys[T any](ctx context.Context, t *Table, r Range, p PageRequest, keys []Key,
	keep func(T) bool) (Page[T], error) {
	b := pageBuilder[T]{keyRange: r, keep: keep, now: t.now(), out: Page[T]{Items: []T{}}}
	after, err := t.openKey(ctx, r, p)
	if err != nil {
		return b.out, err
	}
	keys = slices.DeleteFunc(slices.SortedFunc(slices.Values(keys), Key.Compare), func(k Key) bool {
		return k.Compare(after) <= 0
	})
	found, err := t.BatchGet(ctx, keys...)
	if err != nil {
		return b.out, err
	}
	for i, k := range keys {
		if it, ok := found[k]; ok {
			if err := b.add(i, it); err != nil {
				return b.out, err
			}
		}
		if i+1 < len(keys) && b.isFull(p.Limit) {
			b.out.Next, err = t.sealCursor(ctx, r.scopeOfCursor(p), k.attributes())
			return b.out, err
		}
	}
	return b.out, nil
}

// openKey is the key of the last item that the page before examined; the zero key without a cursor.
func (t *Table) openKey(ctx context.Context, r Range, p PageRequest) (Key, error) {
	if p.Cursor == "" {
		return Key{}, nil
	}
	last, err := t.openCursor(ctx, r.scopeOfCursor(p), p.Cursor, dynamo.AttrPK, dynamo.AttrSK)
	return KeyOf(last), err
}
