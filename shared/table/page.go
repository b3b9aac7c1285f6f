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
	// Examine is how many items a page with a filter examines at most; 0 is MaxExamined.
	Examine int
}

// Page is a part of a list. Next is the cursor of the page after it, "" at the
// end of the list.
type Page[T any] struct {
	Items []T
	Next  Cursor
}

// Bounds of one page.
const (
	// MaxExamined is how many items a page examines at most. DynamoDB bounds their
	// size: one query reads 1 MB.
	MaxExamined = 1000
	// marksOnPage is how many marks of deleted records a page may meet before it gets
	// shorter than asked for.
	marksOnPage = 20
	// MaxPageBytes bounds the answer, as EstimateSize estimates it. JSON takes up to
	// six bytes for a character of one byte.
	MaxPageBytes = 3_900_000
)

// Filter chooses the records of a list. Prepare may read what Keep decides with: it gets
// all records that the query of a page found, as a slice that it may change, before Keep
// gets the first of them.
type Filter[T any] struct {
	Keep    func(T) bool                     // nil keeps all
	Prepare func(context.Context, []T) error // nil is none
}

// List is ListFiltered with a filter that needs no preparation.
func List[T any](ctx context.Context, t *Table, r Range, p PageRequest, keep func(T) bool) (Page[T], error) {
	return ListFiltered(ctx, t, r, p, Filter[T]{Keep: keep})
}

// ListFiltered reads one page of a range, with the records that the filter keeps. It makes one query, so a page
// examines at most 1,000 items or 1 MB of them. It may be short, even empty, and still have a Next. Errors:
// validation cursor_invalid.
func ListFiltered[T any](ctx context.Context, t *Table, r Range, p PageRequest, filter Filter[T]) (Page[T], error) {
	b := pageBuilder[T]{keyRange: r, keep: filter.Keep, now: t.now(), out: Page[T]{Items: []T{}}}
	var start Item
	if p.Cursor != "" {
		var err error
		if start, err = t.openCursor(ctx, r.scopeOfCursor(p), p.Cursor, r.Index.keyAttributes()...); err != nil {
			return b.out, err
		}
		b.follow(Row{item: start})
	}
	limit := p.queryLimit(filter.Keep != nil)
	if t.mayHaveMarks(r) {
		limit = min(limit+marksOnPage, MaxExamined)
	}
	rows, next, err := t.Query(ctx, r, start, limit)
	if err != nil {
		return b.out, err
	}
	if b.decoded, err = filter.prepare(ctx, t, rows); err != nil {
		return b.out, err
	}
	for i, it := range rows {
		if err := b.add(i, it); err != nil {
			return b.out, err
		}
		if more := i+1 < len(rows) || len(next) > 0; more && b.isFull(p.Limit) {
			next = it.key()
			break
		}
	}
	if len(next) > 0 {
		b.out.Next, err = t.sealCursor(ctx, r.scopeOfCursor(p), next)
	}
	return b.out, err
}

// prepare shows the records of the rows to Prepare. It returns them by the index of their
// row, nil without Prepare.
func (f Filter[T]) prepare(ctx context.Context, t *Table, rows []Row) (decoded []T, err error) {
	if f.Prepare == nil {
		return nil, nil
	}
	decoded, now := make([]T, len(rows)), t.now()
	present := make([]T, 0, len(rows))
	for i, row := range rows {
		if isAbsent(row, now) {
			continue
		}
		if decoded[i], err = Decode[T](row); err != nil {
			return nil, err
		}
		present = append(present, decoded[i])
	}
	return decoded, f.Prepare(ctx, present)
}

// mayHaveMarks reports whether the records of a range leave marks when they are deleted.
func (t *Table) mayHaveMarks(r Range) bool {
	from := Key{PK: r.Partition, SK: r.From}
	return r.Index.Name == "" && t.changePartition != nil && t.changePartition(from) != "" && t.leavesMark(from)
}

// queryLimit is how many items the query of the page should return. Without a
// filter one more than the page needs shows whether there is a next page.
func (p PageRequest) queryLimit(filtered bool) int {
	switch {
	case filtered && p.Examine > 0:
		return p.Examine
	case filtered:
		return MaxExamined
	}
	return p.Limit + 1
}

// pageBuilder collects the records of a page.
type pageBuilder[T any] struct {
	keyRange Range
	keep     func(T) bool
	now      time.Time
	out      Page[T]
	decoded  []T    // the records, by row, if they are known
	previous Row    // the row before
	lastSort string // its sort value; "" before the first row
	bytes    int    // estimated size of the answer so far
}

// add examines the next row, at index i, and keeps its record if it belongs to the page.
func (b *pageBuilder[T]) add(i int, it Row) error {
	if duplicate := b.follow(it); duplicate || isAbsent(it, b.now) {
		return nil
	}
	record, err := b.record(i, it)
	if err != nil {
		return err
	}
	if b.keep == nil || b.keep(record) {
		b.out.Items = append(b.out.Items, record)
		b.bytes += EstimateSize(it)
	}
	return nil
}

// record is the record of the row at index i.
func (b *pageBuilder[T]) record(i int, it Row) (T, error) {
	if b.decoded != nil {
		return b.decoded[i], nil
	}
	return Decode[T](it)
}

// follow goes to the next row. It reports whether its partition key and sort value are
// those of the row before, which the page must leave out. A record that moved from one
// sort key to another while the range was read can appear twice.
func (b *pageBuilder[T]) follow(it Row) (duplicate bool) {
	if !b.keyRange.SkipDuplicates {
		return false
	}
	sort := StringAttribute(it, dynamo.AttrLSK)
	duplicate = sort != "" && sort == b.lastSort &&
		StringAttribute(it, dynamo.AttrPK) == StringAttribute(b.previous, dynamo.AttrPK)
	b.previous, b.lastSort = it, sort
	return duplicate
}

// isFull reports whether the page has no room for another record of the largest
// size.
func (b *pageBuilder[T]) isFull(limit int) bool {
	return len(b.out.Items) == limit || b.bytes > MaxPageBytes-MaxRecordSize
}
