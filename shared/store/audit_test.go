package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// auditedWorkspace is a workspace that is older than its audit log.
func (b *testStore) auditedWorkspace() people.Workspace {
	return people.Workspace{ID: domain.NewID(), CreatedAt: b.core.Instant().Plus(-3 * 365 * 24 * time.Hour)}
}

// record writes a record with some events, so long ago, and returns their names, the newest first.
func (b *testStore) record(t *testing.T, w people.Workspace, ago time.Duration, events int) (names []string) {
	t.Helper()
	all := make([]audit.Event, events)
	for i := range all {
		name := fmt.Sprintf("%s.%d", ago, i)
		all[i] = audit.Event{Action: audit.ClientCreated, Target: audit.Target{Name: domain.Name(name)}}
		names = append(names, name)
	}
	slices.Reverse(names)
	r := audit.NewRecord(audit.Origin{}, b.core.Instant().Plus(-ago), all[0], all[1:]...)
	b.write(t, core.AuditItem(w.ID, r))
	return names
}

// listed lists an audit log page by page, and checks what each page costs.
func (b *testStore) listed(t *testing.T, w people.Workspace, in timelog.Span, limit int, keep func(audit.Record) bool) (
	names []string) {
	t.Helper()
	p := PageRequest{Limit: limit, Scope: "mine"}
	for {
		b.probe.Reset()
		page, err := b.AuditEvents(ctx(t), w, in, p, keep)
		if err != nil {
			t.Fatal(err)
		}
		if cost := b.probe.Snapshot(); cost.Calls["Query"] > 15 || cost.Read > 500 || len(page.Items) > limit {
			t.Errorf("%d queries and %.0f units for %d events", cost.Calls["Query"], cost.Read, len(page.Items))
		}
		for _, r := range page.Items {
			names = append(names, string(r.Target.Name))
		}
		if p.Cursor = page.Next; p.Cursor == "" {
			return names
		}
	}
}

const day = 24 * time.Hour

// Pages go on over the months, also over those without a record, and over the end of a month between two pages.
func TestTheAuditLogIsListedAcrossMonths(t *testing.T) {
	b := newTestStore(t)
	w := b.auditedWorkspace()
	var want []string
	for _, r := range []struct {
		ago    time.Duration
		events int
	}{{0, 1}, {time.Minute, 5}, {16*day + 13*time.Hour, 1}, {18 * day, 3}, {200 * day, 4}, {399 * day, 1}} {
		want = append(want, b.record(t, w, r.ago, r.events)...)
	}
	b.record(t, w, 400*day, 2)
	b.record(t, b.auditedWorkspace(), time.Minute, 1)
	for limit := 1; limit <= len(want)+1; limit++ {
		if got := b.listed(t, w, timelog.Span{}, limit, nil); !slices.Equal(got, want) {
			t.Errorf("pages of %d: %v\nwant %v", limit, got, want)
		}
		odd := func(r audit.Record) bool { return strings.HasSuffix(string(r.Target.Name), ".1") }
		if got := b.listed(t, w, timelog.Span{}, limit, odd); len(got) != 3 {
			t.Errorf("pages of %d with a filter: %v", limit, got)
		}
	}
	from, to := b.core.Instant().Plus(-200*day), b.core.Instant().Plus(-16*day)
	if got := b.listed(t, w, timelog.Span{From: &from, To: &to}, 3, nil); !slices.Equal(got, want[6:14]) {
		t.Errorf("of a time: %v\nwant %v", got, want[6:14])
	}
}

// The last page has no cursor, also when it ends with a month.
func TestTheLastPageOfTheAuditLogHasNoCursor(t *testing.T) {
	b := newTestStore(t)
	w := b.auditedWorkspace()
	b.record(t, w, 0, 2)
	b.record(t, w, 40*day, 1)
	for limit, more := range map[int]bool{2: true, 3: false} {
		page, err := b.AuditEvents(ctx(t), w, timelog.Span{}, PageRequest{Limit: limit}, nil)
		if err != nil || (page.Next != "") != more || len(page.Items) != limit {
			t.Errorf("limit %d: %d events, next %q, %v", limit, len(page.Items), page.Next, err)
		}
	}
}

// A young workspace has no months to look through.
func TestTheAuditLogOfAYoungWorkspaceIsOneQuery(t *testing.T) {
	b := newTestStore(t)
	w := people.Workspace{ID: domain.NewID(), CreatedAt: b.core.Instant()}
	b.record(t, w, 0, 1)
	b.probe.Reset()
	page, err := b.AuditEvents(ctx(t), w, timelog.Span{}, PageRequest{Limit: 20}, nil)
	if n := b.probe.Snapshot().Calls["Query"]; err != nil || n != 1 || len(page.Items) != 1 {
		t.Errorf("%d queries for %d events, %v", n, len(page.Items), err)
	}
}

// A filter that finds nothing reads a bounded part of a large log with each page.
func TestAFilterOfTheAuditLogIsBounded(t *testing.T) {
	b := newTestStore(t)
	w := b.auditedWorkspace()
	long := domain.Name(strings.Repeat("x", 200))
	for month, records := range []int{190, 190, 250} { // the last one has more than 1 MB
		for i := range records {
			e := audit.Event{Action: audit.ClientCreated, Target: audit.Target{Name: long}, Changes: audit.Changes{}}
			for n := range 18 {
				e.Changes[fmt.Sprint(n)] = [2]any{nil, string(long)}
			}
			at := b.core.Instant().Plus(-time.Duration(month)*31*day - time.Duration(i)*time.Second)
			b.write(t, core.AuditItem(w.ID, audit.NewRecord(audit.Origin{}, at, e)))
		}
	}
	oldest := append(b.record(t, w, 62*day+time.Hour, 1), b.record(t, w, 390*day, 1)...)
	found := b.listed(t, w, timelog.Span{}, 20, func(r audit.Record) bool { return r.Target.Name != long })
	if !slices.Equal(found, oldest) {
		t.Errorf("found %v, want %v", found, oldest)
	}
}

// A purge removes all months of the log, also those that are older than the workspace says that it is, which a copy
// may have brought. And it removes the running totals in all their partitions.
func TestAPurgeRemovesAllPartitionsOfTheAuditLogAndOfTotals(t *testing.T) {
	b := newTestStore(t)
	e := b.seedWorkspace(t, 1)
	w := people.Workspace{ID: e.id}
	for _, ago := range []time.Duration{-time.Hour, 0, 35 * day, 399 * day, 440 * day} {
		b.record(t, w, ago, 2)
	}
	for range 4 * key.TotalShards {
		user := domain.NewID()
		b.write(t, table.Encode(key.ReportMonth(e.id, user, "2026-06"), reports.ReportMonth{UserID: user}))
	}
	b.write(t, table.Encode(key.ReportState(e.id), reports.TotalsState{}))
	b.markDeleted(t, e)
	b.clock.Advance(domain.WriteGrace)
	if _, err := b.purge(t, e); err != nil {
		t.Fatal(err)
	}
	if left := b.keysNaming(t, e.id); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

// Every record of the log is in one partition of the index of changes, in which webhooks read it.
func TestTheFeedOfTheAuditLogIsOnePartition(t *testing.T) {
	t.Parallel()
	w := domain.NewID()
	for _, at := range []string{"2026-06-17T12:00:00Z", "2025-01-01T00:00:00Z"} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		k := key.Audit(w, domain.InstantOf(when), domain.NewID())
		if got := key.ChangePartition(k); got != key.AuditFeedPK(w) || !strings.HasSuffix(k.PK, at[:7]) {
			t.Errorf("%s: %s is in %s", at, k.PK, got)
		}
	}
}
