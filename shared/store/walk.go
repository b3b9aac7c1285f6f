package store

import "context"

// whole is the walk over a partition.
func whole(partition string) walk {
	return walk{index: base, partition: partition, from: " ", to: "~"}
}

// each visits a whole walk in its order, one answer of the engine at a time,
// until a visit fails.
func each[T any](ctx context.Context, s *Store, w walk, visit func(T) error) error {
	return s.eachPage(ctx, w, func(rows []item) error { return visitAll(s, rows, visit) })
}

// eachItem is each for records of several kinds.
func (s *Store) eachItem(ctx context.Context, w walk, visit func(item) error) error {
	return s.eachPage(ctx, w, func(rows []item) error {
		for _, it := range rows {
			if err := visit(it); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) eachPage(ctx context.Context, w walk, visit func([]item) error) error {
	var start item
	for {
		rows, next, err := s.query(ctx, w, start, 0)
		if err != nil {
			return err
		}
		if err := visit(rows); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

// all reads a whole walk; only for what is bounded by its nature.
func all[T any](ctx context.Context, s *Store, w walk) ([]T, error) {
	out := []T{}
	err := each(ctx, s, w, func(record T) error {
		out = append(out, record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// maxBeginning is how many answers of the engine, of 1 MB at most, begin
// reads.
const maxBeginning = 2

// begin reads the first rows of a walk, at most so many, and fewer where they
// are very large.
func begin[T any](ctx context.Context, s *Store, w walk, rows int) ([]T, error) {
	out := []T{}
	var start item
	for range maxBeginning {
		found, next, err := s.query(ctx, w, start, rows)
		if err != nil {
			return nil, err
		}
		err = visitAll(s, found, func(record T) error {
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

// visitAll visits the rows that have not expired.
func visitAll[T any](s *Store, rows []item, visit func(T) error) error {
	now := s.instant()
	for _, it := range rows {
		if expired(it, now) {
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
