package table

import (
	"context"
	"iter"
)

// Walk visits the records of a range in order, until a visit fails. It holds at
// most 1 MB of items at a time.
func Walk[T any](ctx context.Context, t *Table, r Range, visit func(T) error) error {
	return t.WalkPages(ctx, r, func(rows []Row) error { return VisitRows(t, rows, visit) })
}

// WalkItems is Walk for a range with records of several kinds. It does not leave
// out expired items.
func (t *Table) WalkItems(ctx context.Context, r Range, visit func(Row) error) error {
	return t.WalkPages(ctx, r, func(rows []Row) error {
		for _, it := range rows {
			if err := visit(it); err != nil {
				return err
			}
		}
		return nil
	})
}

// WalkPages is WalkItems for all items of a page together.
func (t *Table) WalkPages(ctx context.Context, r Range, visit func([]Row) error) error {
	var start Item
	for {
		rows, next, err := t.Query(ctx, r, start, 0)
		if err != nil {
			return err
		}
		if err := visit(rows); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

// ReadAll reads all records of a range. It is for ranges that can only be small.
func ReadAll[T any](ctx context.Context, t *Table, r Range) ([]T, error) {
	out := []T{}
	err := Walk(ctx, t, r, func(record T) error {
		out = append(out, record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// maxFirstReads is how many queries ReadFirst makes.
const maxFirstReads = 2

// ReadFirst reads the first records of a range, at most limit of them. It reads
// fewer when they are so large that two queries, of 1 MB each, do not hold them.
func ReadFirst[T any](ctx context.Context, t *Table, r Range, limit int) ([]T, error) {
	first := NewPartReader[T](t, r)
	first.Rows = []T{}
	err := first.Read(ctx, limit)
	return first.Rows, err
}

// VisitRows visits the records of items that have not expired, until a visit
// fails.
func VisitRows[T any](t *Table, rows []Row, visit func(T) error) error {
	now := t.now()
	for _, it := range rows {
		if isAbsent(it, now) {
			continue
		}
		record, err := Decode[T](it)
		if err != nil {
			return err
		}
		if err := visit(record); err != nil {
			return err
		}
	}
	return nil
}

// UndecodableError is about one item of a range that is no record. The items after it are
// read all the same.
type UndecodableError struct {
	Row Row
	Err error
}

// Error implements error.
func (e *UndecodableError) Error() string { return e.Err.Error() }

// Unwrap returns why the item is no record.
func (e *UndecodableError) Unwrap() error { return e.Err }

// Iterate returns the records of a range in order, also expired ones. It reads
// pageSize of them at a time. It ends after an error, except for an UndecodableError.
func Iterate[T any](ctx context.Context, t *Table, r Range, pageSize int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var start Item
		for {
			found, next, err := t.Query(ctx, r, start, pageSize)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, it := range found {
				row, err := Decode[T](it)
				if err != nil {
					err = &UndecodableError{Row: it, Err: err}
				}
				if !yield(row, err) {
					return
				}
			}
			if len(next) == 0 {
				return
			}
			start = next
		}
	}
}

// PartReader reads a range part by part.
type PartReader[T any] struct {
	table    *Table
	keyRange Range
	next     Item // the start of the next query
	started  bool
	// LaterMayLag lets all parts but the first be read eventually consistent, for half
	// the units: a write of the last moment may be missing in them.
	LaterMayLag bool
	// Rows are the records that were read so far.
	Rows []T
}

// NewPartReader returns a reader that has not read anything.
func NewPartReader[T any](t *Table, r Range) *PartReader[T] {
	return &PartReader[T]{table: t, keyRange: r}
}

// HasMore reports whether the range was not read to its end.
func (p *PartReader[T]) HasMore() bool { return !p.started || len(p.next) > 0 }

// Read reads the next records, at most limit of them. Like ReadFirst it reads fewer when
// two queries do not hold them.
func (p *PartReader[T]) Read(ctx context.Context, limit int) error {
	if p.started && p.LaterMayLag {
		p.keyRange.Index.Consistent = false
	}
	for range maxFirstReads {
		if limit <= 0 || !p.HasMore() {
			return nil
		}
		found, next, err := p.table.Query(ctx, p.keyRange, p.next, limit)
		if err != nil {
			return err
		}
		limit -= len(found)
		p.started, p.next = true, next
		err = VisitRows(p.table, found, func(record T) error {
			p.Rows = append(p.Rows, record)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
