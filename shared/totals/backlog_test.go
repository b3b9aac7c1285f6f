package totals

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/store"
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
	l.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Times: testkit.Always, Where: func(testkit.Attempt) bool {
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
	h := &history{bench: b, rnd: rand.New(rand.NewPCG(1, 9)), user: b.users[0], projects: []domain.ID{domain.NewID(), domain.NewID(), domain.NewID(), ""}}
	for i := range months {
		h.add(t, domain.InstantOf(time.Date(2020, time.Month(1+i), 2, 9, 0, 0, 0, time.UTC)), h.projects[i%4])
	}
	return h
}

func (h *history) add(t *testing.T, start domain.Instant, project domain.ID) {
	t.Helper()
	stop := start.Plus(time.Hour)
	e := domain.Entry{ID: domain.NewID(), UserID: h.user, ProjectID: project, Currency: "EUR", Version: 1, StartedAt: start, StoppedAt: &stop}
	h.entries = append(h.entries, e)
	if err := h.write(t.Context(), store.EntryWrite{Entry: e}); err != nil {
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
		for state := (domain.TotalsState{}); !IsReady(state, b.w) && builds < 100; builds++ {
			_ = limit.run(t.Context(), 150, func(ctx context.Context) error { return b.service.Build(ctx, b.w) })
			var err error
			if state, err = b.TotalsState(t.Context(), b.w.ID); err != nil {
				t.Fatal(err)
			}
			part = max(part, state.PartMonth)
		}
		if builds < 2 || builds == 100 || part == "" {
			t.Errorf("%s: %d builds, the last one began after %q", b.w.Zone, builds, part)
		}
		for _, p := range h.projects[:3] {
			got, err := b.ProjectSums(t.Context(), b.w.ID, []store.ProjectDays{{ProjectID: p}})
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
