package summing

import (
	"context"
	"errors"
	"slices"

	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
)

// ErrTooMany ends a walk over more entries than a report may read.
var ErrTooMany = errors.New("summing: too much")

// ErrRangeTooLong is the problem that the caller gets then.
var ErrRangeTooLong = problem.InvalidField("to", problem.RangeTooLong)

// EachEntry visits the finished entries of the scope, oldest first. A visit ends the walk with ErrTooMany. Errors:
// rate_limited, and ErrRangeTooLong for too many.
func (s Summer) EachEntry(ctx context.Context, r *route.Request, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	return explainTooMany(s.walk(ctx, r, new(Readings), scope, visit))
}

// explainTooMany is the error for the caller.
func explainTooMany(err error) error {
	if errors.Is(err, ErrTooMany) {
		return ErrRangeTooLong
	}
	return err
}

// walk visits the finished entries of the scope, oldest first. Errors: ErrTooMany,
// rate_limited.
func (s Summer) walk(ctx context.Context, r *route.Request, count *Readings, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	if scope.IDs != nil {
		return s.walkIDs(ctx, r, scope, visit)
	}
	return s.walkRange(ctx, r, count, scope, visit)
}

// walkRange visits the finished entries of the scope's range, oldest first. Errors:
// ErrTooMany, rate_limited.
func (s Summer) walkRange(ctx context.Context, r *route.Request, count *Readings, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	batch := Batches{Filter: scope.Filter(s.Store), Visit: visit}
	entryRange := timedb.EntryRange{User: scope.User, Project: scope.Project, Span: scope.Span}
	err := s.Store.WalkEntries(ctx, r.WorkspaceID(), entryRange, func(e timelog.Entry) error {
		if err := count.Add(e); err != nil {
			return err
		}
		return batch.Add(ctx, e)
	})
	if err != nil {
		return err
	}
	return batch.Flush(ctx)
}

// walkIDs visits the finished entries that the filter names by their ids, oldest first. Errors: rate_limited.
func (s Summer) walkIDs(ctx context.Context, r *route.Request, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	found, err := scope.ReadByID(ctx, s.Store, r)
	if err != nil {
		return err
	}
	for _, e := range slices.Backward(found) {
		if e.Running() {
			continue
		}
		if err := visit(e); err != nil {
			return err
		}
	}
	return nil
}
