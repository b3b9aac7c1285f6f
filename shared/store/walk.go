package store

import "context"

// partitionRange is the walk over a partition.
func partitionRange(partition string) keyRange {
	return keyRange{index: baseTable, partition: partition, from: " ", to: "~"}
}

// walk visits a whole walk in its order, one answer of the engine at a time,
// until a visit fails.
func walk[T any](ctx context.Context, s *Store, r keyRange, visit func(T) error) error {
	return s.walkPages(ctx, r, func(rows []item) error { return visitRows(s, rows, visit) })
}

// walkItems is each for records of several kinds.
func (s *Store) walkItems(ctx context.Context, r keyRange, visit func(item) error) error {
	return s.walkPages(ctx, r, func(rows []item) error {
		for _, it := range rows {
			if err := visit(it); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) walkPages(ctx context.Context, r keyRange, visit func([]item) error) error {
	var start item
	for {
		rows, next, err := s.query(ctx, r, start, 0)
		if err != nil {
			return err
		}
		if err := visit(rows); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

// readAll reads a whole walk; only for what is bounded by its nature.
func readAll[T any](ctx context.Context, s *Store, r keyRange) ([]T, error) {
	out := []T{}
	err := walk(ctx, s, r, func(record T) error {
		out = append(out, record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// maxFirstReads is how many answers of the engine, of 1 MB at most, begin
// reads.
const maxFirstReads = 2

// readFirst reads the first rows of a walk, at most so many, and fewer where they
// are very large.
func readFirst[T any](ctx context.Context, s *Store, r keyRange, rows int) ([]T, error) {
	out := []T{}
	var start item
	for range maxFirstReads {
		found, next, err := s.query(ctx, r, start, rows)
		if err != nil {
			return nil, err
		}
		err = visitRows(s, found, func(record T) error {
			out = append(out, record)
			return nil
		})
		if rows -= len(found); err != nil || len(next) == 0 || rows <= 0 {
			return out, err
		}
		start = next
	}
	return out, nil
}

// visitRows visits the rows that have not expired.
func visitRows[T any](s *Store, rows []item, visit func(T) error) error {
	now := s.instant()
	for _, it := range rows {
		if isExpired(it, now) {
			continue
		}
		record, err := decode[T](it)
		if err != nil {
			return err
		}
		if err := visit(record); err != nil {
			return err
		}
	}
	return nil
}
