package table

import (
	"context"
	"time"

	"stint/shared/dynamo"
)

// PageRequest asks for one page of a list.
type PageRequest struct {
	Limit  int    // the most records of the page, 1 to 200
	Cursor Cursor // the end of the page before; "" is the beginning
	Scope  string // what the cursor is bound to: the query and its caller
}

// Page is a part of a list. Next is the cursor of the page after it, "" at the
// end of the list.
type Page[T any] struct {
	Items []T
	Next  Cursor
}

// Bounds of one page.
const (
	// maxExamined is how many items a page examines when its filter leaves out
	// many.
	maxExamined = 1000
	// maxPageBytes bounds the answer, as EstimateSize estimates it.
	maxPageBytes = 3_900_000
)

// List reads one page of a range, with the records for which keep is true. A nil
// keep keeps all. A page may be short, even empty, and still have a Next: its
// number of examined items and its size are bounded. Errors: validation
// cursor_invalid.
func List[T any](ctx context.Context, t *Table, r Range, p PageRequest, keep func(T) bool) (Page[T], error) {
	b := pageBuilder[T]{keyRange: r, request: p, keep: keep, now: t.now(), out: Page[T]{Items: []T{}}}
	var start Item
	if p.Cursor != "" {
		var err error
		if start, err = t.openCursor(ctx, r.cursorScope(p), p.Cursor, r.Index.keyAttributes()...); err != nil {
			return b.out, err
		}
		b.previous = start
	}
	for {
		rows, next, err := t.Query(ctx, r, start, b.queryLimit())
		if err != nil {
			return b.out, err
		}
		for i, it := range rows {
			if err := b.add(it); err != nil {
				return b.out, err
			}
			if more := i+1 < len(rows) || len(next) > 0; more && b.isFull() {
				b.out.Next, err = t.sealCursor(ctx, r.cursorScope(p), it)
				return b.out, err
			}
		}
		if len(next) == 0 {
			return b.out, nil
		}
		start = next
	}
}

// pageBuilder collects the records of a page.
type pageBuilder[T any] struct {
	keyRange Range
	request  PageRequest
	keep     func(T) bool
	now      time.Time
	out      Page[T]
	previous Item // the item before
	examined int  // items so far
	bytes    int  // estimated size of the answer so far
}

// queryLimit is how many items the next query should return. Without a filter
// one more than the page needs shows whether there is a next page.
func (b *pageBuilder[T]) queryLimit() int {
	if b.keep == nil {
		return b.request.Limit + 1 - len(b.out.Items)
	}
	return maxExamined - b.examined
}

// add examines the next item and keeps its record if it belongs to the page.
func (b *pageBuilder[T]) add(it Item) error {
	duplicate := b.keyRange.SkipDuplicates && isDuplicate(it, b.previous)
	b.previous = it
	b.examined++
	if duplicate || isExpired(it, b.now) {
		return nil
	}
	record, err := Decode[T](it)
	if err != nil {
		return err
	}
	if b.keep == nil || b.keep(record) {
		b.out.Items = append(b.out.Items, record)
		b.bytes += EstimateSize(it)
	}
	return nil
}

// isDuplicate reports whether two items of a range have the same partition key
// and sort value. A record that moved from one sort key to another while the
// range was read can appear twice.
func isDuplicate(it, previous Item) bool {
	return previous != nil &&
		StringAttribute(it, dynamo.AttrPK) == StringAttribute(previous, dynamo.AttrPK) &&
		StringAttribute(it, dynamo.AttrLSK) == StringAttribute(previous, dynamo.AttrLSK)
}

// isFull reports whether the page has no room for another record of the largest
// size.
func (b *pageBuilder[T]) isFull() bool {
	return len(b.out.Items) == b.request.Limit || b.examined == maxExamined || b.bytes > maxPageBytes-MaxRecordSize
}
