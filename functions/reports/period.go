package reports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// period is the part of the input that reports and exports share.
type period struct {
	// Entries that start at this moment or later. Required unless ids or submission_id is sent.
	From wire.Optional[domain.Instant] `query:"from"`
	// Entries that start before this moment, at most 366 days after from. Required unless ids or submission_id is
	// sent.
	To wire.Optional[domain.Instant] `query:"to"`
	tracking.Filter
}

// check adds issues if the period is empty or too long, and if it is needed and missing.
func (p period) check(issues *wire.Issues) {
	if !p.NamesEntries() {
		if !p.From.Set {
			issues.Add("from", problem.Required)
		}
		if !p.To.Set {
			issues.Add("to", problem.Required)
		}
	}
	if !p.From.Set || !p.To.Set || !issues.IsClean("from") || !issues.IsClean("to") {
		return
	}
	switch span := p.To.Value.Sub(p.From.Value.Time); {
	case span <= 0:
		issues.Add("to", problem.RangeInvalid)
	case span > reports.MaxReportSpan:
		issues.AddMessage("to", problem.RangeTooLong,
			fmt.Sprintf("must be at most %d days after from", reports.MaxReportSpan/(24*time.Hour)))
	}
}

// errTooMany ends a walk over more entries than a report may read.
var errTooMany = errors.New("reports: too much")

// errRangeTooLong is the problem that the caller gets then.
var errRangeTooLong = problem.InvalidField("to", problem.RangeTooLong)

// scopeOf finds the entries of the period that the caller may read. It closes the issues.
// Errors: forbidden, validation.
func (f *Family) scopeOf(ctx context.Context, r *route.Request, p period, issues *wire.Issues) (tracking.Scope, error) {
	p.check(issues)
	span := timedb.Span{From: p.From.Pointer(), To: p.To.Pointer()}
	return tracking.ScopeOf(ctx, f.store, r.Caller, p.Filter, span, issues)
}

// eachEntry visits the finished entries of the period that the caller may read,
// oldest first. It closes the issues. A visit ends the walk with errTooMany.
// Errors: forbidden, validation, rate_limited.
func (f *Family) eachEntry(ctx context.Context, r *route.Request, p period, issues *wire.Issues,
	visit func(timelog.Entry) error) error {
	scope, err := f.scopeOf(ctx, r, p, issues)
	if err != nil {
		return err
	}
	return explainTooMany(f.walk(ctx, &readings{request: r}, scope, visit))
}

// explainTooMany is the error for the caller.
func explainTooMany(err error) error {
	if errors.Is(err, errTooMany) {
		return errRangeTooLong
	}
	return err
}

// walk visits the finished entries of the scope, oldest first. Errors: errTooMany,
// rate_limited.
func (f *Family) walk(ctx context.Context, count *readings, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	if scope.IDs != nil {
		return f.walkIDs(ctx, count.request, scope, visit)
	}
	return f.walkRange(ctx, count, scope, visit)
}

// walkRange visits the finished entries of the scope's range, oldest first. Errors:
// errTooMany, rate_limited.
func (f *Family) walkRange(ctx context.Context, count *readings, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	batch := batches{filter: scope.Filter(f.store), visit: visit}
	entryRange := timedb.EntryRange{User: scope.User, Project: scope.Project, Span: scope.Span}
	err := f.store.WalkEntries(ctx, count.request.WorkspaceID(), entryRange, func(e timelog.Entry) error {
		if err := count.add(e); err != nil {
			return err
		}
		return batch.add(ctx, e)
	})
	if err != nil {
		return err
	}
	return batch.flush(ctx)
}

// walkIDs visits the finished entries that the filter names by their ids, oldest first. Errors: rate_limited.
func (f *Family) walkIDs(ctx context.Context, r *route.Request, scope tracking.Scope,
	visit func(timelog.Entry) error) error {
	found, err := scope.ReadByID(ctx, f.store, r)
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
