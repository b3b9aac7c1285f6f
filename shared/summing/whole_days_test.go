package summing

import (
	"context"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/totals"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// notedTotals are totals that are not built, or the given months. They note what is called.
type notedTotals struct {
	months        []reports.ReportMonth
	reads, queued int
}

func (a *notedTotals) Sums(context.Context, totals.Workspace, totals.Period) (totals.Sums, error) {
	if a.reads++; a.months == nil {
		return totals.Sums{}, totals.ErrNotBuilt
	}
	return totals.Sums{Months: a.months}, nil
}

func (a *notedTotals) Queue(context.Context, totals.Workspace) error {
	a.queued++
	return nil
}

// ownerRequest is a request of the owner of a workspace.
func ownerRequest() *route.Request {
	owner := domain.NewID()
	return &route.Request{Caller: auth.Caller{
		User: people.User{ID: owner}, Workspace: &people.Workspace{OwnerID: owner, Timezone: "UTC"},
		Member: &people.Member{UserID: owner, Role: people.RoleAdmin}, Billing: &money.Billing{},
	}}
}

// sumPeriod sums up the time of the owner's workspace over some time.
func sumPeriod(t *testing.T, x Summer, span time.Duration, filter func(*tracking.Period)) {
	t.Helper()
	if err := trySum(t, x, span, filter); err != nil {
		t.Error(err)
	}
}

func trySum(t *testing.T, x Summer, span time.Duration, filter func(*tracking.Period)) error {
	p := tracking.Period{From: wire.Some(timelog.EarliestStart), To: wire.Some(timelog.EarliestStart.Plus(span))}
	filter(&p)
	report := reports.NewReport([]reports.Grouping{reports.ByUser}, time.UTC, domain.Rounding{})
	r := ownerRequest()
	scope, err := p.ScopeOfQuery(t.Context(), x.Store, r.Caller, &wire.Issues{})
	if err != nil {
		return err
	}
	return x.SumUp(t.Context(), r, scope, report)
}

// Only a long period of many entries asks for totals to be built, and only a long period that
// totals can answer reads them.
func TestTotalsAreForLongPeriodsOfManyEntries(t *testing.T) {
	t.Parallel()
	day, all := 24*time.Hour, func(*tracking.Period) {}
	for _, c := range []struct {
		entries       int
		span          time.Duration
		filter        func(*tracking.Period)
		reads, queued int
	}{
		{manyEntries, 62*day - time.Second, all, 0, 0},
		{manyEntries - 1, 62 * day, all, 1, 0},
		{manyEntries, 62 * day, all, 1, 1},
		{manyEntries, 366 * day, func(p *tracking.Period) { p.IsBillable = wire.Some(true) }, 1, 1},
		{manyEntries, 366 * day, func(p *tracking.Period) { p.Search = wire.Some(domain.SearchTerm("x")) }, 0, 0},
		{manyEntries, 366 * day, func(p *tracking.Period) { p.UpdatedSince = wire.Some(timelog.EarliestStart) }, 0, 0},
		{manyEntries, 366 * day,
			func(p *tracking.Period) { p.SubmissionStatus = wire.Some([]timelog.LineOfEntry{timelog.LineApproved}) }, 0, 0},
	} {
		noted := new(notedTotals)
		sumPeriod(t, Summer{Store: &crowdedStore{entries: c.entries}, Totals: noted}, c.span, c.filter)
		if noted.reads != c.reads || noted.queued != c.queued {
			t.Errorf("%d entries over %s: totals are read %d and queued %d times", c.entries, c.span, noted.reads, noted.queued)
		}
	}
}

// More entries than a summary may read ask for totals, so that a later summary succeeds.
func TestTooManyEntriesAskForTotals(t *testing.T) {
	t.Parallel()
	noted := new(notedTotals)
	err := trySum(t, Summer{Store: &crowdedStore{entries: reports.MaxReportEntries + 1}, Totals: noted},
		reports.MaxReportSpan, func(*tracking.Period) {})
	if !problem.Is(err, problem.CodeValidation) || noted.queued != 1 {
		t.Errorf("error %v; totals are queued %d times", err, noted.queued)
	}
}

// A month that has no totals has the summary made from the entries.
func TestMonthWithoutTotalsReadsEntries(t *testing.T) {
	t.Parallel()
	many := &crowdedStore{entries: 10}
	sumPeriod(t, Summer{Store: many, Totals: &notedTotals{months: []reports.ReportMonth{{}, {IsTooLarge: true}}}},
		reports.MaxReportSpan, func(*tracking.Period) {})
	if many.visited != 10 {
		t.Errorf("%d entries are read", many.visited)
	}
}

// Whole days begin and end within the span, also where the clocks change.
func TestWholeDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, from, to, first, last string }{
		{"UTC", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z", "2026-01-01", "2026-03-31"},
		{"UTC", "2026-01-01T00:00:01Z", "2026-03-31T23:59:59Z", "2026-01-02", "2026-03-30"},
		{"Europe/Berlin", "2025-12-31T23:00:00Z", "2026-06-30T22:00:00Z", "2026-01-01", "2026-06-30"},
		{"America/New_York", "2026-01-01T00:00:00Z", "2026-06-30T00:00:00Z", "2026-01-01", "2026-06-28"},
	} {
		from, _ := time.Parse(time.RFC3339, c.from)
		to, _ := time.Parse(time.RFC3339, c.to)
		in := timelog.Span{From: new(domain.InstantOf(from)), To: new(domain.InstantOf(to))}
		zone := domain.Timezone(c.zone).Location()
		if got := wholeDays(in, zone); string(got.First) != c.first || string(got.Last) != c.last {
			t.Errorf("%s to %s in %s: %v", c.from, c.to, c.zone, got)
		}
	}
}
