package reports

import (
	"context"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/summing"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// crowdedStore is a store with so many entries of one moment, and nothing else.
type crowdedStore struct {
	Store
	entries int
	visited int
}

func (c *crowdedStore) WalkEntries(_ context.Context, _ domain.ID, _ timedb.EntryRange,
	visit func(timelog.Entry) error) error {
	at := timelog.EarliestStart
	for range c.entries {
		c.visited++
		if err := visit(timelog.Entry{StartedAt: at, StoppedAt: &at}); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowdedStore) Records(context.Context, domain.ID, store.Refs) (store.Records, error) {
	return store.Records{}, nil
}

// A part of an export reads and holds a bounded number of entries, however many there are.
func TestPartsAreBounded(t *testing.T) {
	t.Parallel()
	many := &crowdedStore{entries: 200_000}
	f, owner := &Family{store: many, Summer: summing.Summer{Store: many}}, domain.NewID()
	r := &route.Request{Caller: auth.Caller{User: people.User{ID: owner}, Workspace: &people.Workspace{OwnerID: owner},
		Member: &people.Member{UserID: owner, Role: people.RoleAdmin}}}
	within := tracking.Period{From: wire.Some(timelog.EarliestStart),
		To: wire.Some(timelog.EarliestStart.Plus(reports.MaxReportSpan))}
	scope, err := within.ScopeOfQuery(t.Context(), many, r.Caller, &wire.Issues{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.readPart(t.Context(), r, scope, "")
	if err != nil || len(p.entries) != maxPartEntries || many.visited != maxPartEntries+1 || p.end == nil {
		t.Errorf("%d entries of %d that were read, error %v", len(p.entries), many.visited, err)
	}
}
