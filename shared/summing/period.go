package summing

import (
	"context"
	"errors"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// Period is the part of a query that reports and exports share: which entries they cover.
type Period struct {
	// Entries that start at this moment or later. Required unless ids or submission_id is sent.
	From wire.Optional[domain.Instant] `query:"from"`
	// Entries that start before this moment, at most 366 days after from. Required unless ids or submission_id is
	// sent.
	To wire.Optional[domain.Instant] `query:"to"`
	tracking.Filter
}

// ErrTooMany ends a walk over more entries than a report may read.
var ErrTooMany = errors.New("summing: too much")

// ErrRangeTooLong is the problem that the caller gets then.
var ErrRangeTooLong = problem.InvalidField("to", problem.RangeTooLong)

// ScopeOf finds the entries of the period that the caller may read. It closes the issues.
// Errors: forbidden, validation.
func (s Summer) ScopeOf(ctx context.Context, r *route.Request, p Period, issues *wire.Issues) (tracking.Scope, error) {
	tracking.CheckPeriod(p.From, p.To, p.Filter, "", issues)
	span := timedb.Span{From: p.From.Pointer(), To: p.To.Pointer()}
	return tracking.ScopeOf(ctx, s.Store, r.Caller, p.Filter, span, issues)
}

// EachEntry visits the finished entries of the period that the caller may read,
// oldest first. It closes the issues. A visit ends the walk with ErrTooMany.
// Errors: forbidden, validation, rate_limited.
func (s Summer) EachEntry(ctx context.Context, r *route.Request, p Period, issues *wire.Issues,
	visit func(timelog.Entry) error) error {
	scope, err := s.ScopeOf(ctx, r, p, issues)
	if err != nil {
		return err
	}
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
