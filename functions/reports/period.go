package reports

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// period is the part of the input that reports and exports share.
type period struct {
	From domain.Instant `query:"from" doc:"Entries that start at this moment or later."`
	To   domain.Instant `query:"to" doc:"Entries that start before this moment, at most 366 days after from."`
	tracking.Filter
}

// check adds an issue if the period is empty or too long.
func (p period) check(issues *wire.Issues) {
	if !issues.IsClean("from") || !issues.IsClean("to") {
		return
	}
	switch span := p.To.Sub(p.From.Time); {
	case span <= 0:
		issues.Add("to", problem.RangeInvalid)
	case span > domain.MaxReportSpan:
		issues.Add("to", problem.RangeTooLong)
	}
}

// errTooMany ends a walk over more entries than a report may read.
var errTooMany = errors.New("reports: too much")

// errRangeTooLong is the problem that the caller gets then.
var errRangeTooLong = problem.InvalidField("to", problem.RangeTooLong)

// eachEntry visits the finished entries of the period that the caller may read,
// oldest first. It closes the issues. A visit ends the walk with errTooMany.
// Errors: forbidden, validation, rate_limited.
func (f *Family) eachEntry(ctx context.Context, r *route.Request, p period, issues *wire.Issues, visit func(domain.Entry) error) error {
	p.check(issues)
	scope, err := tracking.ScopeOf(ctx, f.store, r.Caller, p.Filter, issues)
	if err != nil {
		return err
	}
	entryRange := store.EntryRange{User: scope.User, Project: scope.Project, Span: store.Span{From: &p.From, To: &p.To}}
	count := readings{request: r}
	err = f.store.WalkEntries(ctx, r.WorkspaceID(), entryRange, func(e domain.Entry) error {
		if err := count.add(ctx, e); err != nil {
			return err
		}
		if e.Running() || scope.Match != nil && !scope.Match(e) {
			return nil
		}
		return visit(e)
	})
	if errors.Is(err, errTooMany) {
		return errRangeTooLong
	}
	return err
}
