package table

import "context"

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
