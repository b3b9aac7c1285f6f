package totals

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

func (b *bench) reports() Reports { return Reports{Store: b, Changes: b.changes, Clock: b.clock.Now} }

// The entries of the histories are in these months.
const firstMonth, lastMonth = domain.Month("2026-02"), domain.Month("2026-05")

// settleReports builds the totals and brings them up to date, whatever fails in between.
func (b *bench) settleReports(t *testing.T) []reports.ReportMonth {
	t.Helper()
	for range 100 {
		months, err := b.reports().Months(t.Context(), b.w, firstMonth, lastMonth)
		if err == nil {
			return months
		}
		if err := b.reports().Build(t.Context(), b.w); err != nil {
			t.Log(err)
		}
	}
	t.Fatal("the totals are never ready")
	return nil
}

// compareReports compares the lines of each user with those made from the entries.
func (b *bench) compareReports(t *testing.T, histories []*history) {
	t.Helper()
	got := map[domain.ID][]reports.ReportLine{}
	for _, m := range b.settleReports(t) {
		lines, err := m.Lines()
		if err != nil {
			t.Fatal(err)
		}
		got[m.UserID] = append(got[m.UserID], lines...)
	}
	for _, h := range histories {
		sums := reports.NewReportLines(b.w.Zone.Location(), b.w.Rounding)
		for _, e := range h.entries {
			sums.Add(e)
		}
		if want := sums.Lines(); !slices.EqualFunc(got[h.user], want,
			func(a, b reports.ReportLine) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("%s, %v: %d lines, want %d\n%v\nwant\n%v", b.w.Zone, b.w.Rounding, len(got[h.user]), len(want), got[h.user],
				want)
		}
	}
	b.compareYears(t, histories)
}

// compareYears compares the sums of each project and user with those made from the entries. They are those of the
// last reading.
func (b *bench) compareYears(t *testing.T, histories []*history) {
	t.Helper()
	want := map[reports.SumsOf]map[domain.ID]reports.Kinds{reports.OfProject: {}, reports.OfUser: {}}
	for _, h := range histories {
		sums := reports.NewReportLines(b.w.Zone.Location(), b.w.Rounding)
		for _, e := range h.entries {
			sums.Add(e)
		}
		for _, l := range sums.Lines() {
			for kind, s := range reports.KindsOf(domain.MonthOf(l.Day), []reports.ReportLine{l}) {
				of := map[reports.SumsOf]domain.ID{reports.OfProject: kind.ProjectID, reports.OfUser: h.user}
				kind.ProjectID = ""
				for by, id := range of {
					if want[by][id] == nil {
						want[by][id] = reports.Kinds{}
					}
					want[by][id].Add(reports.Kinds{kind: s}, 1)
				}
			}
		}
	}
	for by := range want {
		period := Period{First: "2026-01", Last: "2026-12", Of: by, WholeFirst: "2026-01", WholeLast: "2026-12"}
		got, err := b.reports().Sums(t.Context(), b.w, period)
		if err != nil || len(got.Months) > 0 {
			t.Fatal(len(got.Months), err)
		}
		all := map[domain.ID]reports.Kinds{}
		for _, y := range got.Years {
			kinds, err := y.Kinds()
			if err != nil {
				t.Fatal(err)
			}
			if len(kinds) > 0 {
				all[y.ID] = kinds
			}
		}
		if !reflect.DeepEqual(all, want[by]) {
			t.Errorf("%s: the sums of the year are\n%v\nwant\n%v", by, all, want[by])
		}
	}
}

// movingEntry is one entry of a user, of a fixed duration. It moves between the months.
type movingEntry struct {
	*history
	seconds int64
}

func (x movingEntry) move(ctx context.Context) error {
	now := timelog.Entry{ID: domain.NewID(), UserID: x.user, Currency: "EUR", CreatedAt: domain.InstantOf(x.clock.Now())}
	var was *timelog.Entry
	if len(x.entries) > 0 {
		was, now = &x.entries[0], x.entries[0]
	}
	now.StartedAt = domain.InstantOf(time.Date(2026, time.Month(3+x.rnd.IntN(2)), 1+x.rnd.IntN(28), x.rnd.IntN(24), 0, 0,
		0, time.UTC))
	stop := now.StartedAt.Plus(time.Duration(x.seconds) * time.Second)
	now.StoppedAt = &stop
	now.Version++
	if was != nil {
		now = now.LeavingDay(*was)
	}
	x.history.entries = []timelog.Entry{now}
	x.changes.mu.Lock() // the feed shows the change with the write
	defer x.changes.mu.Unlock()
	x.changes.add(now)
	return x.WriteEntry(ctx, x.w.ID, timedb.EntryWrite{Changes: []timelog.EntryChange{{Before: was, After: &now}}})
}

// watch reads the months and checks that the entry is in them once.
func (x movingEntry) watch(t *testing.T, w Workspace) (answered bool) {
	months, err := x.reports().Months(t.Context(), w, firstMonth, lastMonth)
	if err != nil {
		if !errors.Is(err, ErrNotBuilt) {
			t.Error(err)
		}
		return false
	}
	var seconds int64
	for _, m := range months {
		lines, err := m.Lines()
		if err != nil {
			t.Error(err)
		}
		for _, l := range lines {
			if m.UserID == x.user {
				seconds += l.Seconds
			}
		}
	}
	if seconds != x.seconds {
		t.Errorf("the entry of %d seconds counts as %d", x.seconds, seconds)
	}
	return true
}

// TestSummaryTotalsEqualTheEntries checks the totals for summaries while users write, several
// readers bring them up to date, and the settings change. At rest they equal the entries. At
// every moment an entry that moves from month to month counts once.
func TestSummaryTotalsEqualTheEntries(t *testing.T) {
	b := newBench(t)
	b.w.Rounding = domain.Rounding{Mode: domain.RoundNone}
	projects := []domain.ID{domain.NewID(), domain.NewID(), ""}
	histories := make([]*history, len(b.users))
	for i, u := range b.users {
		histories[i] = &history{bench: b, rnd: rand.New(rand.NewPCG(uint64(i), 9)), user: u, projects: projects}
	}
	moving := movingEntry{histories[2], 3600}
	if err := moving.move(t.Context()); err != nil {
		t.Fatal(err)
	}
	answered := 0
	for round := range 9 {
		b.w.Zone = []domain.Timezone{"Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo"}[round/3]
		b.w.Rounding = []domain.Rounding{{Mode: domain.RoundNone}, {Mode: domain.RoundNone},
			{Mode: domain.RoundUp, Minutes: 6}}[round/3]
		b.settleReports(t)
		w := b.w
		testkit.Race(t, 6, func(i int) {
			for range 8 {
				switch {
				case i < 2:
					if err := histories[i].step(t.Context()); err != nil {
						t.Error(err)
					}
				case i == 2:
					if err := moving.move(t.Context()); err != nil {
						t.Error(err)
					}
				default:
					if moving.watch(t, w) && i == 3 {
						answered++
					}
				}
			}
		})
		b.compareReports(t, histories)
	}
	if answered == 0 {
		t.Error("no summary was made from totals while users wrote")
	}
}

// TestSummaryTotalsSurviveFaults checks that a step that fails at any call, before or after it
// took effect, leaves totals that are brought up to date later.
func TestSummaryTotalsSurviveFaults(t *testing.T) {
	probe := new(testkit.Probe)
	b := newBench(t, probe.Attach)
	b.w.Rounding = domain.Rounding{Mode: domain.RoundNearest, Minutes: 15}
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(3, 3)), user: b.users[0], projects: []domain.ID{domain.NewID()}}
	step := func(n int) {
		for range n {
			if err := h.step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	step(20)
	for call := range 12 {
		for _, effect := range []testkit.Effect{testkit.FailBefore(testkit.Disconnected),
			testkit.FailAfter(testkit.Disconnected)} {
			if call%4 == 0 {
				b.w.Rounding.Minutes++ // they are built again
			}
			step(3)
			probe.Reset()
			probe.Inject(testkit.Fault{Effect: effect, Skip: call, WholeCall: true})
			_, _ = b.reports().Months(t.Context(), b.w, firstMonth, lastMonth)
			_ = b.reports().Build(t.Context(), b.w)
			probe.Reset()
			b.compareReports(t, []*history{h})
		}
	}
}

// TestBuildGoesOnWhereItStopped checks a building that is stopped after some months of a user.
func TestBuildGoesOnWhereItStopped(t *testing.T) {
	b := newBench(t)
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(4, 4)), user: b.users[0], projects: []domain.ID{domain.NewID()}}
	for range 40 {
		if err := h.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	builds := 0
	for state, _ := b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfReports); !state.IsReady && builds < 50; builds++ {
		ctx, cancel := context.WithCancel(t.Context())
		r := b.reports()
		r.Store = stopAfterMonth{b, cancel}
		if err := r.Build(ctx, b.w); err == nil {
			break
		}
		state, _ = b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfReports)
	}
	if builds < 2 || builds == 50 {
		t.Errorf("%d builds", builds)
	}
	b.compareReports(t, []*history{h})
}

// stopAfterMonth ends the context of a building after each month.
type stopAfterMonth struct {
	*bench
	stop func()
}

func (s stopAfterMonth) WriteReportMonths(ctx context.Context, w domain.ID, was, now reports.TotalsState,
	all ...reports.ReportMonth) (reports.TotalsState, error) {
	defer s.stop()
	return s.bench.WriteReportMonths(ctx, w, was, now, all...)
}

// TestMonthsAreOfOneMoment checks a reader between whose reads of two months an entry moves
// from one to the other, and another reader brings the totals up to date.
func TestMonthsAreOfOneMoment(t *testing.T) {
	b := newBench(t)
	x := movingEntry{&history{bench: b, rnd: rand.New(rand.NewPCG(5, 5)), user: b.users[0]}, 3600}
	for x.entries == nil || x.entries[0].StartedAt.Month() != time.April {
		if err := x.move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	b.settleReports(t)
	between := func() {
		for x.entries[0].StartedAt.Month() == time.April {
			if err := x.move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		b.settleReports(t)
	}
	r := b.reports()
	r.Store = &interrupted{b, between}
	months, err := r.Months(t.Context(), b.w, firstMonth, lastMonth)
	if err != nil {
		t.Fatal(err)
	}
	var lines int
	for _, m := range months {
		all, _ := m.Lines()
		lines += len(all)
	}
	if lines != 1 {
		t.Errorf("the entry is in %d months", lines)
	}
}

// interrupted reads the months from April on by themselves, once after something else happened.
type interrupted struct {
	*bench
	between func()
}

func (s *interrupted) ReportMonths(ctx context.Context, w domain.ID, generation int64, first,
	last domain.Month) ([]reports.ReportMonth, error) {
	early, err := s.bench.ReportMonths(ctx, w, generation, first, "2026-03")
	if err != nil {
		return nil, err
	}
	if between := s.between; between != nil {
		s.between = nil
		between()
	}
	late, err := s.bench.ReportMonths(ctx, w, generation, "2026-04", last)
	return append(early, late...), err
}

// TestQueueIsOnce checks that the building is queued once, whatever settings follow, and again when
// it has taken too long.
func TestQueueIsOnce(t *testing.T) {
	b := newBench(t)
	other := b.w
	other.Rounding = domain.Rounding{Mode: domain.RoundUp, Minutes: 5}
	for i, c := range []struct {
		w     Workspace
		after time.Duration
		want  int
	}{{b.w, 0, 1}, {b.w, time.Hour, 1}, {other, 0, 1}, {other, queuePatience, 2}} {
		b.clock.Advance(c.after)
		if err := b.reports().Queue(t.Context(), c.w); err != nil || b.queued(t) != c.want {
			t.Errorf("step %d: %d are queued, want %d, error %v", i, b.queued(t), c.want, err)
		}
	}
	if err := b.reports().Build(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(2 * queuePatience)
	if err := b.reports().Queue(t.Context(), other); err != nil || b.queued(t) != 2 {
		t.Errorf("ready totals: %d are queued, error %v", b.queued(t), err)
	}
}

// TestTooLargeMonthHasNoTotals checks a month whose lines do not fit into an item: it is marked,
// and has its lines again when it has become smaller.
func TestTooLargeMonthHasNoTotals(t *testing.T) {
	month := reports.ReportMonth{Month: "2026-03"}
	var lines []reports.ReportLine
	for range 20_000 {
		lines = append(lines, reports.ReportLine{Day: "2026-03-01", ProjectID: domain.NewID(), Currency: "EUR", Seconds: 1})
	}
	if large := pack(month, lines); !large.IsTooLarge || large.Packed != nil {
		t.Errorf("%d bytes, too large %t", len(large.Packed), large.IsTooLarge)
	} else if small := pack(large, lines[:2]); small.IsTooLarge || len(small.Packed) == 0 {
		t.Errorf("%d bytes, too large %t", len(small.Packed), small.IsTooLarge)
	}
}
