package totals

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/timedb"
)

// heldStore calls functions around the next write of a month, and after the next reading of
// entries.
type heldStore struct {
	ReportStore
	beforeMonth, afterMonth, afterWalk func()
}

func once(f *func()) {
	if call := *f; call != nil {
		*f = nil
		call()
	}
}

func (h *heldStore) WriteReportMonths(ctx context.Context, w domain.ID, was, now reports.TotalsState,
	all ...reports.ReportMonth) (reports.TotalsState, error) {
	once(&h.beforeMonth)
	defer once(&h.afterMonth)
	return h.ReportStore.WriteReportMonths(ctx, w, was, now, all...)
}

func (h *heldStore) WalkEntries(ctx context.Context, w domain.ID, c timedb.EntryRange,
	visit func(timelog.Entry) error) error {
	defer once(&h.afterWalk)
	return h.ReportStore.WalkEntries(ctx, w, c, visit)
}

// TestALateWriteIsSummedAgain lets one refresh read an entry, and write its totals after the
// entry was changed back and another refresh has found the totals right. The other one must
// notice, or the totals are wrong for good.
func TestALateWriteIsSummedAgain(t *testing.T) {
	b := newBench(t)
	start := domain.InstantOf(time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC))
	stop, rate := start.Plus(time.Hour), int64(4000)
	e := timelog.Entry{ID: domain.NewID(), UserID: b.users[0], Currency: "EUR", Version: 1, StartedAt: start,
		StoppedAt: &stop, HourlyRate: &rate, IsBillable: true}
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(1, 9)), user: b.users[0], entries: []timelog.Entry{e}}
	setBillable := func(is bool) {
		was := h.entries[0]
		now := was
		now.Version, now.IsBillable = was.Version+1, is
		h.entries[0] = now.LeavingDay(was)
		after := h.entries[0]
		if err := h.write(t.Context(), timelog.EntryChange{Before: &was, After: &after}); err != nil {
			t.Error(err)
		}
	}
	if err := h.write(t.Context(), timelog.EntryChange{After: &e}); err != nil {
		t.Fatal(err)
	}
	b.settleReports(t)
	setBillable(false)
	late, second := b.reports(), b.reports()
	found, written, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	second.Store = &heldStore{ReportStore: b, afterWalk: func() { close(found); <-written }}
	late.Store = &heldStore{ReportStore: b,
		beforeMonth: func() {
			setBillable(true)
			go func() {
				_, _, err := second.keeper().refresh(t.Context(), b.w)
				ended <- err
			}()
			<-found
		},
		afterMonth: func() { close(written) },
	}
	if _, _, err := late.keeper().refresh(t.Context(), b.w); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	b.compareReports(t, []*history{h})
}
