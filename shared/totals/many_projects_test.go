package totals

import (
	"math/rand/v2"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
)

// manyProjects is a history with an entry on each of so many projects, all in March.
func (b *bench) manyProjects(t *testing.T, n int) *history {
	t.Helper()
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(6, 6)), user: b.users[0]}
	for range n {
		start := domain.InstantOf(time.Date(2026, 3, 1+h.rnd.IntN(28), 9, 0, 0, 0, time.UTC))
		stop := start.Plus(time.Hour)
		e := timelog.Entry{ID: domain.NewID(), UserID: h.user, Currency: "EUR", Version: 1, StartedAt: start,
			StoppedAt: &stop, ProjectID: domain.NewID()}
		h.entries = append(h.entries, e)
		if err := h.write(t.Context(), timelog.EntryChange{After: &e}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// TestAMonthOfManyProjectsIsWrittenInParts checks a month whose projects are more than one transaction holds: when it
// is built, and when all of it goes, also where any call fails.
func TestAMonthOfManyProjectsIsWrittenInParts(t *testing.T) {
	probe := new(testkit.Probe)
	b := newBench(t, probe.Attach)
	b.w.Rounding = domain.Rounding{Mode: domain.RoundNone}
	h := b.manyProjects(t, 150)
	for call := 0; ; call += 2 {
		b.w.Rounding = domain.Rounding{Mode: domain.RoundUp, Minutes: int64(call%5 + 5)}
		fault := probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Skip: call, WholeCall: true})
		_ = b.reports().Build(t.Context(), b.w)
		hit := fault.Hits() > 0
		probe.Reset()
		b.compareReports(t, []*history{h})
		if !hit {
			break
		}
	}
	for _, e := range h.entries {
		if err := h.DeleteEntry(t.Context(), b.w.ID, e); err != nil {
			t.Fatal(err)
		}
		h.changes.record(e)
	}
	h.entries = nil
	b.compareReports(t, []*history{h})
}

// TestATooLargeMonthHasSums checks that a month without days has the sums of its projects, and that it has its days
// again when they fit.
func TestATooLargeMonthHasSums(t *testing.T) {
	b := newBench(t)
	b.settleReports(t)
	state, err := b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfReports)
	if err != nil {
		t.Fatal(err)
	}
	project, month := domain.NewID(), reports.ReportMonth{UserID: b.users[0], Month: "2026-03"}
	var lines []reports.ReportLine
	for range 30_000 {
		lines = append(lines, reports.ReportLine{Day: "2026-03-01", ProjectID: project, TaskID: domain.NewID(),
			Currency: "EUR", Seconds: 1})
	}
	for _, want := range []int{30_000, 2} {
		month = pack(month, lines[:want])
		if state, err = b.WriteReportMonths(t.Context(), b.w.ID, state, state, month); err != nil {
			t.Fatal(err)
		}
		for by, id := range map[reports.SumsOf]domain.ID{reports.OfProject: project, reports.OfUser: b.users[0]} {
			years, err := b.ReportYears(t.Context(), b.w.ID, by, state.Generation, "2026", "2026")
			if err != nil || len(years) != 1 || years[0].ID != id {
				t.Fatalf("%s: %v, %v", by, years, err)
			}
			kinds, err := years[0].Kinds()
			sum := kinds[reports.MonthKind{Month: "2026-03", Currency: "EUR"}]
			if err != nil || len(kinds) != 1 || sum.Seconds != int64(want) || month.IsTooLarge != (want > 2) {
				t.Errorf("%s: %v, %v; want %d seconds", by, kinds, err, want)
			}
		}
	}
}
