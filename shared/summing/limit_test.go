package summing

import (
	"context"
	"strings"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// crowdedStore is a store with so many entries of one moment, and nothing else.
type crowdedStore struct {
	Store
	entries int
	visited int
	text    domain.Text // of each entry
}

func (c *crowdedStore) WalkEntries(_ context.Context, _ domain.ID, _ timedb.EntryRange,
	visit func(timelog.Entry) error) error {
	at := timelog.EarliestStart
	for range c.entries {
		c.visited++
		if err := visit(timelog.Entry{StartedAt: at, StoppedAt: &at, Description: c.text}); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowdedStore) Records(context.Context, domain.ID, store.Refs) (store.Records, error) {
	return store.Records{}, nil
}

func (c *crowdedStore) InOtherWorkspace(context.Context, domain.ID, domain.ID, store.UnknownRefs) (bool, error) {
	return false, nil
}

// visitAll visits all entries that a report of the owner may read.
func visitAll(t *testing.T, s Store, visit func()) error {
	owner := domain.NewID()
	caller := auth.Caller{
		User: people.User{ID: owner}, Workspace: &people.Workspace{OwnerID: owner},
		Member: &people.Member{UserID: owner, Role: people.RoleAdmin},
	}
	within := tracking.Period{From: wire.Some(timelog.EarliestStart),
		To: wire.Some(timelog.EarliestStart.Plus(reports.MaxReportSpan))}
	scope, err := within.ScopeOfQuery(t.Context(), s, caller, &wire.Issues{})
	if err != nil {
		return err
	}
	return (Summer{Store: s}).EachEntry(t.Context(), &route.Request{Caller: caller}, scope,
		func(timelog.Entry) error {
			visit()
			return nil
		})
}

// A report reads 64 MB, however few entries they are.
func TestReportReadsAtMost64MB(t *testing.T) {
	t.Parallel()
	text := domain.Text(strings.Repeat("漢", domain.MaxDescription))
	most := reports.MaxReportBytes / timelog.Entry{Description: text}.ReportBytes()
	for extra, fits := range []bool{true, false} {
		err := visitAll(t, &crowdedStore{entries: most + extra, text: text}, func() {})
		if fits != (err == nil) || !fits && !problem.Is(err, problem.CodeValidation) {
			t.Errorf("%d entries: %v", most+extra, err)
		}
	}
}

// A report reads 100,000 entries, and not one more than tells that there are
// more.
func TestReportReadsAtMost100000Entries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entries int
		fits    bool
	}{{100_000, true}, {100_001, false}, {200_000, false}} {
		many := &crowdedStore{entries: c.entries}
		seen := 0
		err := visitAll(t, many, func() { seen++ })
		if c.fits && (err != nil || seen != c.entries) {
			t.Errorf("%d entries: %d seen, %v", c.entries, seen, err)
		}
		if !c.fits && (!problem.Is(err, problem.CodeValidation) || many.visited != 100_001) {
			t.Errorf("%d entries: %d visited, %v", c.entries, many.visited, err)
		}
	}
}
