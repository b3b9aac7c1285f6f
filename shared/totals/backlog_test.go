package totals

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/key"
	"stint/shared/store/moneydb"
)

// newLimitedBench is a bench whose database stops a context at a call.
func newLimitedBench(t *testing.T) (*bench, *limiter) {
	t.Helper()
	probe := new(testkit.Probe)
	b := newBench(t, func(o *dynamodb.Options) { probe.Attach(o) })
	b.w.Rounding = domain.Rounding{Mode: domain.RoundNone}
	return b, &limiter{probe}
}

// limiter runs steps that have no time left after some calls of the database.
type limiter struct{ probe *testkit.Probe }

func (l *limiter) run(ctx context.Context, calls int, step func(context.Context) error) error {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	l.probe.Reset()
	made := 0
	l.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Times: testkit.Always,
		Where: func(testkit.Attempt) bool {
			if made++; made == calls {
				cancel()
			}
			return false
		}})
	defer l.probe.Reset()
	return step(limited)
}

// monthly is a history with an entry in each of some months, without a project in every second.
func (b *bench) monthly(t *testing.T, months int) *history {
	t.Helper()
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(1, 9)), user: b.users[0],
		projects: []domain.ID{domain.NewID(), domain.NewID(), domain.NewID(), ""}}
	for i := range months {
		h.add(t, domain.InstantOf(time.Date(2020, time.Month(1+i), 2, 9, 0, 0, 0, time.UTC)), h.projects[i%4])
	}
	return h
}

func (h *history) add(t *testing.T, start domain.Instant, project domain.ID) {
	t.Helper()
	stop := start.Plus(time.Hour)
	e := timelog.Entry{ID: domain.NewID(), UserID: h.user, ProjectID: project, Currency: "EUR", Version: 1,
		StartedAt: start, StoppedAt: &stop}
	h.entries = append(h.entries, e)
	if err := h.write(t.Context(), timelog.EntryChange{After: &e}); err != nil {
		t.Fatal(err)
	}
}

// TestBudgetTotalsGoOnWithinAUser checks the totals of one user with many months, which are built
// a few months at a time, also again in another time zone.
func TestBudgetTotalsGoOnWithinAUser(t *testing.T) {
	b, limit := newLimitedBench(t)
	h := b.monthly(t, 80)
	for _, b.w.Zone = range []domain.Timezone{"Europe/Berlin", "Asia/Tokyo"} {
		builds, part := 0, domain.Month("")
		for state := (reports.TotalsState{}); !IsReady(state, b.w) && builds < 100; builds++ {
			_ = limit.run(t.Context(), 150, func(ctx context.Context) error { return b.service.Build(ctx, b.w) })
			var err error
			if state, err = b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfBudgets); err != nil {
				t.Fatal(err)
			}
			part = max(part, state.PartMonth)
		}
		if builds < 2 || builds == 100 || part == "" {
			t.Errorf("%s: %d builds, the last one began after %q", b.w.Zone, builds, part)
		}
		for _, p := range h.projects[:3] {
			got, err := b.ProjectSums(t.Context(), b.w.ID, []moneydb.ProjectDays{{ProjectID: p}})
			if err != nil || fmt.Sprint(got[0].Seconds) != "72000" {
				t.Errorf("%s: %v seconds, error %v", b.w.Zone, got, err)
			}
		}
	}
}

// TestTurnWithoutProgressFails checks that a turn which was too short for any progress is an
// error, and that one with progress is none.
func TestTurnWithoutProgressFails(t *testing.T) {
	b, limit := newLimitedBench(t)
	b.monthly(t, 30)
	for name, k := range map[string]keeper{"budgets": b.service.keeper(), "summaries": b.reports().keeper()} {
		enough := map[string]int{"budgets": 50, "summaries": 15}[name]
		isDone, tries := false, 0
		for range 200 {
			calls, wantMore := enough, true
			if tries%2 == 0 && tries > 0 {
				calls, wantMore = 3, false
			}
			tries++
			var more bool
			err := limit.run(t.Context(), calls, func(ctx context.Context) (err error) {
				more, err = k.workUntil(t.Context(), ctx, b.w)
				return err
			})
			if isDone = err == nil && !more; isDone {
				break
			}
			if more != wantMore || (err != nil) == wantMore {
				t.Fatalf("%s, %d calls: more %t, error %v", name, calls, more, err)
			}
		}
		if !isDone || tries < 4 {
			t.Errorf("%s: done %t after %d turns", name, isDone, tries)
		}
	}
}

// TestEntryThatMovedByYears checks what it costs to bring the totals up to date after an entry
// moved by 26 years, and after it moved again; at last as one of an earlier version, which has left all days between.
func TestEntryThatMovedByYears(t *testing.T) {
	b, limit := newLimitedBench(t)
	h := b.monthly(t, 40)
	h.add(t, domain.InstantOf(time.Date(2000, 1, 2, 9, 0, 0, 0, time.UTC)), "")
	at := len(h.entries) - 1
	b.settle(t)
	b.settleReports(t)
	for _, to := range []time.Time{time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC),
		time.Date(2012, 5, 20, 9, 0, 0, 0, time.UTC), time.Date(2013, 5, 20, 9, 0, 0, 0, time.UTC)} {
		if to.Year() == 2013 {
			h.entries[at].LeftSpans = nil
		}
		was, now := h.entries[at], h.entries[at]
		stop := domain.InstantOf(to.Add(time.Hour))
		now.StartedAt, now.StoppedAt, now.ProjectID = domain.InstantOf(to), &stop, h.projects[0]
		now.Version++
		h.entries[at] = now.LeavingDay(was)
		if err := h.write(t.Context(), timelog.EntryChange{Before: &was, After: &now}); err != nil {
			t.Fatal(err)
		}
		for name, k := range map[string]keeper{"budgets": b.service.keeper(), "summaries": b.reports().keeper()} {
			limit.probe.Reset()
			if _, p, err := k.refresh(t.Context(), b.w); err != nil || p != changed {
				t.Fatalf("%s: progress %d, error %v", name, p, err)
			}
			if n := len(limit.probe.Log()); n > 30 {
				t.Errorf("%s: %d calls", name, n)
			}
		}
		b.compareReportsOf(t, h, "2000-01", "2026-12")
		got, err := b.ProjectSums(t.Context(), b.w.ID, []moneydb.ProjectDays{{ProjectID: h.projects[0]}})
		if err != nil || got[0].Seconds != 11*3600 {
			t.Errorf("%v, error %v", got, err)
		}
	}
}

func (b *bench) compareReportsOf(t *testing.T, h *history, first, last domain.Month) {
	t.Helper()
	months, err := b.reports().Months(t.Context(), b.w, first, last)
	if err != nil {
		t.Fatal(err)
	}
	var seconds int64
	for _, m := range months {
		lines, err := m.Lines()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			seconds += l.Seconds
		}
	}
	if want := int64(len(h.entries)) * 3600; seconds != want {
		t.Errorf("%d seconds, want %d", seconds, want)
	}
}

// busyChanges are changes at which another reader is always faster.
type busyChanges struct{ *recordedChanges }

func (busyChanges) ChangedTime(context.Context, domain.ID, string) (Changed, error) {
	return Changed{}, moneydb.ErrTotalsChanged
}

// TestReaderThatGivesUpQueuesWork checks totals that a reader could not bring up to date: work is
// queued once, also by several readers, and again when it is done.
func TestReaderThatGivesUpQueuesWork(t *testing.T) {
	b := newBench(t)
	b.settle(t)
	b.settleReports(t)
	service, reports := b.service, b.reports()
	service.Changes, reports.Changes = busyChanges{b.changes}, busyChanges{b.changes}
	budgets := func() error {
		_, err := service.Uses(t.Context(), b.w, domain.WeekStart(""), nil)
		return err
	}
	summaries := func() error {
		if _, err := reports.Months(t.Context(), b.w, firstMonth, lastMonth); !errors.Is(err, ErrNotBuilt) {
			return fmt.Errorf("not %w", err)
		}
		return nil
	}
	work := func(do func(context.Context, Workspace, time.Duration) (bool, error)) func() error {
		return func() error {
			more, err := do(t.Context(), b.w, time.Minute)
			if more {
				t.Error("there is more to do")
			}
			return err
		}
	}
	for i, step := range []struct {
		do   func() error
		want int
	}{
		{budgets, 1}, {budgets, 1}, {summaries, 2}, {summaries, 2}, {work(b.service.Work), 2}, {summaries, 2}, {budgets, 3},
		{work(b.reports().Work), 3}, {summaries, 4},
	} {
		if err := step.do(); err != nil || b.queued(t) != step.want {
			t.Errorf("step %d: %d are queued, want %d, error %v", i, b.queued(t), step.want, err)
		}
	}
}

func (b *bench) queued(t *testing.T) (n int) {
	t.Helper()
	for shard := range key.QueueShards {
		for range b.DueWork(t.Context(), shard) {
			n++
		}
	}
	return n
}
