package totals

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// bench is a workspace with three users whose changes are recorded.
type bench struct {
	*store.Store
	service Service
	clock   *testkit.Clock
	changes *recordedChanges
	w       Workspace
	users   []domain.ID
}

func (b *bench) EverMemberIDs(context.Context, domain.ID) ([]domain.ID, error) { return b.users, nil }

// modelLag is how late changes may be.
const modelLag = time.Minute

// recordedChanges are the last changes of entries in the order of their recording. As in the feed, an entry is only
// where it changed last. Each call reads a few.
type recordedChanges struct {
	now func() time.Time
	mu  sync.Mutex
	all []timelog.Entry
}

func (c *recordedChanges) record(e timelog.Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(e)
}

// add records a change in place of the last one of the entry.
func (c *recordedChanges) add(e timelog.Entry) {
	for i := range c.all {
		if c.all[i].ID == e.ID {
			c.all[i] = timelog.Entry{}
		}
	}
	c.all = append(c.all, e)
}

func (c *recordedChanges) FromNow(context.Context, domain.ID) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(len(c.all)), nil
}

func (c *recordedChanges) ChangedTime(_ context.Context, _ domain.ID, from string) (Changed, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var at int
	if _, err := fmt.Sscan(from, &at); err != nil {
		return Changed{}, err
	}
	end := min(at+5, len(c.all))
	changed := Changed{Next: fmt.Sprint(end), More: end < len(c.all), Certain: domain.InstantOf(c.now().Add(-modelLag))}
	for _, e := range c.all[at:end] {
		if e.ID == "" {
			continue
		}
		for _, days := range e.ChangedDays() {
			changed.Add(e.UserID, days)
		}
	}
	return changed, nil
}

func newBench(t *testing.T, options ...func(*dynamodb.Options)) *bench {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC))
	rows := testkit.NewTable(t, options...)
	b := &bench{
		Store: store.New(rows.Client, rows.Name, secret.NewLocal(bytes.Repeat([]byte("m"), 32)), clock.Now),
		clock: clock, changes: &recordedChanges{now: clock.Now}, w: Workspace{ID: domain.NewID(), Zone: "Europe/Berlin"},
	}
	for range 3 {
		b.users = append(b.users, domain.NewID())
	}
	slices.Sort(b.users)
	b.service = Service{Store: b, Changes: b.changes, Clock: clock.Now}
	return b
}

// history makes random entries of one user, and changes and deletes some of them.
type history struct {
	*bench
	rnd      *rand.Rand
	user     domain.ID
	projects []domain.ID
	entries  []timelog.Entry
}

func (h *history) step(ctx context.Context) error {
	switch n := h.rnd.IntN(10); {
	case n < 5 || len(h.entries) == 0:
		e := timelog.Entry{ID: domain.NewID(), UserID: h.user, Currency: "EUR", Version: 1,
			CreatedAt: domain.InstantOf(h.clock.Now())}
		h.vary(&e)
		h.entries = append(h.entries, e)
		return h.write(ctx, timelog.EntryChange{After: &e})
	case n < 8:
		i := h.rnd.IntN(len(h.entries))
		was, now := h.entries[i], h.entries[i]
		h.vary(&now)
		if h.rnd.IntN(2) == 0 { // it changes where it is
			now.StartedAt, now.StoppedAt = was.StartedAt, was.StoppedAt
		}
		now.Version++
		h.entries[i] = now.LeavingDay(was)
		return h.write(ctx, timelog.EntryChange{Before: &was, After: &now})
	default:
		i := h.rnd.IntN(len(h.entries))
		gone := h.entries[i]
		h.entries = slices.Delete(h.entries, i, i+1)
		err := h.DeleteEntry(ctx, h.w.ID, gone)
		h.changes.record(gone)
		return err
	}
}

// vary moves an entry around the change to summer time and around the ends of months.
func (h *history) vary(e *timelog.Entry) {
	hours := time.Duration(h.rnd.IntN(60*24)-30*24) * time.Hour
	e.StartedAt = domain.InstantOf(time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC)).Plus(hours)
	stop := e.StartedAt.Plus(time.Duration(h.rnd.IntN(7200)) * time.Second)
	rate := int64(h.rnd.IntN(3) * 4_000)
	e.StoppedAt, e.HourlyRate, e.IsBillable = &stop, &rate, h.rnd.IntN(2) == 0
	e.Currency = []domain.Currency{"EUR", "USD"}[h.rnd.IntN(2)]
	e.ProjectID = h.projects[h.rnd.IntN(len(h.projects))]
}

func (h *history) write(ctx context.Context, c timelog.EntryChange) error {
	err := h.WriteEntry(ctx, h.w.ID, timedb.EntryWrite{Changes: []timelog.EntryChange{c}})
	recorded := *c.After
	if c.Before != nil {
		recorded = recorded.LeavingDay(*c.Before)
	}
	h.changes.record(recorded)
	return err
}

// TestTotalsEqualTheEntries checks that the totals end equal to sums made from the entries:
// while users write and several readers refresh, and while the totals are built again for
// another time zone.
func TestTotalsEqualTheEntries(t *testing.T) {
	b := newBench(t)
	projects := []domain.ID{domain.NewID(), domain.NewID(), domain.NewID(), ""}
	histories := make([]*history, len(b.users))
	for i, u := range b.users {
		histories[i] = &history{bench: b, rnd: rand.New(rand.NewPCG(uint64(i), 7)), user: u, projects: projects}
	}
	for round := range 12 {
		b.w.Zone = []domain.Timezone{"Europe/Berlin", "Asia/Tokyo"}[round/6]
		w := b.w
		testkit.Race(t, 2*len(histories), func(i int) {
			for range 8 {
				var err error
				if i < len(histories) {
					err = histories[i].step(t.Context())
				} else {
					_, _, err = b.service.ready(t.Context(), w)
				}
				if err != nil && !isBusy(err) {
					t.Error(err)
				}
			}
		})
		b.settle(t)
		b.compare(t, histories, projects)
	}
}

// isBusy reports whether other readers wrote the totals all the time.
func isBusy(err error) bool { return err == moneydb.ErrTotalsChanged }

func (b *bench) settle(t *testing.T) {
	t.Helper()
	if err := b.service.Build(t.Context(), b.w); err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		state, again, err := b.service.Refresh(t.Context(), b.w)
		if err != nil || !IsReady(state, b.w) {
			t.Fatalf("state %+v, error %v", state, err)
		}
		more = again
	}
}

func (b *bench) compare(t *testing.T, histories []*history, projects []domain.ID) {
	t.Helper()
	zone := b.w.Zone.Location()
	for _, p := range projects[:3] {
		want := map[moneydb.ProjectDays]reports.Sum{{ProjectID: p}: {}}
		for day := domain.Date("2026-02-20"); day < "2026-05-10"; day = day.AddDays(1) {
			want[moneydb.ProjectDays{ProjectID: p, First: day, Last: day.AddDays(6)}] = reports.Sum{}
		}
		for _, h := range histories {
			for _, e := range h.entries {
				for days, sum := range want {
					day := e.StartedAt.DayIn(zone)
					if e.ProjectID == p && (days.First == "" || days.First <= day && day <= days.Last) {
						want[days] = sum.Plus(reports.SumOf(e))
					}
				}
			}
		}
		all := slices.Collect(maps.Keys(want))
		got, err := b.ProjectSums(t.Context(), b.w.ID, all)
		if err != nil {
			t.Fatal(err)
		}
		for i, days := range all {
			if !got[i].Minus(want[days]).IsZero() {
				t.Errorf("%s %+v: %+v, want %+v", b.w.Zone, days, got[i], want[days])
			}
		}
	}
}

// TestRefreshOfNothingWritesNothing checks what a reader of a quiet workspace costs.
func TestRefreshOfNothingWritesNothing(t *testing.T) {
	b := newBench(t)
	b.settle(t)
	before, err := b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfBudgets)
	if err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Hour)
	shown, more, err := b.service.Refresh(t.Context(), b.w)
	if err != nil || more || !shown.AsOf.Equal(b.clock.Now().Add(-modelLag)) {
		t.Errorf("state %+v, more %v, error %v", shown, more, err)
	}
	after, err := b.TotalsState(t.Context(), b.w.ID, moneydb.TotalsOfBudgets)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("state %+v, was %+v, error %v", after, before, err)
	}
}
