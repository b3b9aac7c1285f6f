package changes_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/auth"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/store/feeddb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// The model is a table of clients whose writes take effect late, in any order and from
// clocks that differ, and whose index of changes lags behind for each row. Readers follow
// it at random times. Whoever applies what they read ends with the exact records.

const (
	maxSkew = time.Second
	maxLag  = 2*time.Minute - table.MaxWriteTime - 2*maxSkew - 2*time.Second
)

// modelWorkspace is the only workspace.
const modelWorkspace = "019a0000-0000-7000-8000-000000000001"

// state is what an item is at some time: a record, a mark, or nothing.
type state struct {
	moment    string
	name      string
	isDeleted bool
}

// indexed is a state and when the index has it.
type indexed struct {
	at    time.Time
	state state
}

// model is the table.
type model struct {
	changes.Store // reads of the audit log, which the model has not

	now     time.Time
	random  *rand.Rand
	lag     time.Duration // the longest of the index
	items   map[table.Key]state
	index   map[table.Key][]indexed // by item, oldest first
	rows    []feeddb.ChangeRow      // of the index at this time, in its order; nil until they are read
	pending []pendingWrite
	writes  int
}

// pendingWrite is a write that has its moment and takes effect later.
type pendingWrite struct {
	at    time.Time
	key   table.Key
	state state
}

func newModel(seed uint64) *model {
	m := &model{
		now: time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC), random: rand.New(rand.NewPCG(seed, 1)),
		items: map[table.Key]state{}, index: map[table.Key][]indexed{},
	}
	m.lag = []time.Duration{0, 20 * time.Second, maxLag}[seed%3]
	return m
}

func (m *model) duration(longest time.Duration) time.Duration {
	return time.Duration(m.random.Int64N(int64(longest) + 1))
}

// begin begins a write: some never take effect.
func (m *model) begin(keys int) {
	m.writes++
	clock := m.now.Add(m.duration(2*maxSkew) - maxSkew)
	s := state{moment: fmt.Sprintf("%s#%08d", table.Moment(clock), m.writes), name: fmt.Sprint("name ", m.writes),
		isDeleted: m.random.IntN(4) == 0}
	if m.random.IntN(10) == 0 {
		return // it crashed
	}
	delay := time.Duration(0)
	if m.random.IntN(3) == 0 {
		delay = m.duration(table.MaxWriteTime)
	}
	for range 1 + m.random.IntN(3) { // a transaction has several
		k := table.Key{PK: "WS#" + modelWorkspace, SK: fmt.Sprintf("C#%03d", m.random.IntN(keys))}
		m.pending = append(m.pending, pendingWrite{m.now.Add(delay), k, s})
	}
}

// advance moves the clock, and lets the writes take effect whose time has come.
func (m *model) advance(by time.Duration) {
	m.now, m.rows = m.now.Add(by), nil
	slices.SortStableFunc(m.pending, func(a, b pendingWrite) int { return a.at.Compare(b.at) })
	for len(m.pending) > 0 && !m.pending[0].at.After(m.now) {
		w := m.pending[0]
		m.pending = m.pending[1:]
		m.items[w.key] = w.state
		at := w.at.Add(m.duration(m.lag))
		if rows := m.index[w.key]; len(rows) > 0 && rows[len(rows)-1].at.After(at) {
			at = rows[len(rows)-1].at // the index has the states of one item in their order
		}
		m.index[w.key] = append(m.index[w.key], indexed{at, w.state})
	}
}

// ChangeRows implements changes.Store with the rows that have reached the index.
func (m *model) ChangeRows(_ context.Context, _ domain.ID, from, to string,
	limit int) (rows []feeddb.ChangeRow, more bool, err error) {
	if m.rows == nil {
		m.rows = m.indexRows()
	}
	first := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Moment >= from })
	end := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Moment > to })
	rows = slices.Clone(m.rows[first:max(first, end)])
	if limit > 0 && len(rows) > limit {
		return rows[:limit], true, nil
	}
	return rows, false, nil
}

// indexRows sorts the rows that have reached the index.
func (m *model) indexRows() []feeddb.ChangeRow {
	rows := []feeddb.ChangeRow{}
	for k, states := range m.index {
		i := len(states) - 1
		for i >= 0 && states[i].at.After(m.now) {
			i--
		}
		if i >= 0 {
			rows = append(rows, feeddb.ChangeRow{Key: k, Moment: states[i].state.moment})
		}
	}
	slices.SortFunc(rows, func(a, b feeddb.ChangeRow) int {
		return cmp.Or(cmp.Compare(a.Moment, b.Moment), cmp.Compare(b.Key.SK, a.Key.SK))
	})
	return rows
}

// Changed implements changes.Store.
func (m *model) Changed(_ context.Context, rows []feeddb.ChangeRow) ([]feeddb.Changed, error) {
	all := make([]feeddb.Changed, len(rows))
	for i, r := range rows {
		s, id := m.items[r.Key], domain.ID(r.Key.SK)
		all[i] = feeddb.Changed{Type: feed.ChangeClient, Moment: s.moment,
			Client: &projects.Client{ID: id, Name: domain.Name(s.name)}}
		if s.isDeleted {
			all[i] = feeddb.Changed{Type: feed.ChangeClient, Moment: s.moment, Mark: &domain.DeletionMark{ID: id}}
		}
	}
	return all, nil
}

// ChangeContext implements changes.Store.
func (*model) ChangeContext(context.Context, domain.ID, feed.ChangeViewer,
	[]feeddb.Changed) (feeddb.ChangeContext, error) {
	return feeddb.ChangeContext{}, nil
}

// StampedEntries implements changes.Store.
func (*model) StampedEntries(context.Context, domain.ID, timesheets.Submission, string,
	int) ([]timesheetdb.StampedEntry, string, error) {
	return nil, "", nil
}

// modelReader follows the model.
type modelReader struct {
	t       testing.TB
	feed    *changes.Feed
	viewer  auth.Caller
	limit   int
	at      changes.Position
	records map[string]string
	items   int // that came
}

func (r *modelReader) poll() (more bool) {
	r.t.Helper()
	page, err := r.feed.Read(r.t.Context(), changes.Request{Caller: r.viewer, From: r.at, Limit: r.limit})
	if err != nil {
		r.t.Fatal(err)
	}
	if len(page.Items) > r.limit || len(page.Next) > changes.MaxPositionLength {
		r.t.Fatalf("%d items of %d, a position of %d bytes", len(page.Items), r.limit, len(page.Next))
	}
	for _, item := range page.Items {
		var record struct{ Name string }
		if err := json.Unmarshal(item.Record, &record); err != nil {
			r.t.Fatal(err)
		}
		r.records[string(item.ID)] = record.Name // "" of a delete
		r.items++
	}
	r.at = page.Next
	return page.More
}

func TestModel(t *testing.T) {
	t.Parallel()
	for seed := 0; seed < 27; seed += testkit.Size(2, 1) { // still with each number of keys and of writes
		t.Run(fmt.Sprint(seed), func(t *testing.T) { runModel(t, uint64(seed)) })
	}
}

func runModel(t *testing.T, seed uint64) {
	m := newModel(seed)
	keys := []int{3, 40, 3000}[seed/3%3]
	perSecond := []int{0, 2, 20}[seed/9%3]
	member := &people.Member{Role: people.RoleAdmin}
	viewer := auth.Caller{Workspace: &people.Workspace{ID: modelWorkspace}, Member: member, Billing: &money.Billing{}}
	feed := changes.New(m, func() time.Time { return m.now.Add(m.duration(2*maxSkew) - maxSkew) })
	var readers []*modelReader
	begin := func(since time.Time) {
		r := &modelReader{t: t, feed: feed, viewer: viewer, limit: []int{200, 7, 1}[m.random.IntN(3-min(1, perSecond/20))],
			records: map[string]string{}}
		var err error
		if since.IsZero() {
			r.at, err = feed.FromNow(t.Context(), modelWorkspace)
		} else {
			r.at, err = feed.Since(domain.InstantOf(since))
		}
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range m.items { // it lists first
			if !s.isDeleted {
				r.records[k.SK] = s.name
			}
		}
		readers = append(readers, r)
	}
	begin(m.now)
	for step := range 400 {
		m.advance(m.duration(time.Second))
		for range perSecond + m.random.IntN(2) {
			m.begin(keys)
		}
		if step == 70 || step == 250 {
			begin(time.Time{})
		}
		if step == 150 {
			begin(m.now)
		}
		for _, r := range readers {
			for m.random.IntN(5) == 0 && r.poll() {
			}
		}
	}
	m.finish(t, readers)
}

// finish lets all writes reach the index, and reads until nothing is left.
func (m *model) finish(t *testing.T, readers []*modelReader) {
	t.Helper()
	m.advance(table.MaxWriteTime)
	for i, r := range readers {
		for polls := 0; r.poll(); polls++ {
			if polls > 200_000 {
				t.Fatalf("reader %d with limit %d makes no progress", i, r.limit)
			}
		}
	}
	m.advance(maxLag)
	for i, r := range readers {
		for r.poll() {
		}
		if before := r.items; r.poll() || r.items != before {
			t.Errorf("reader %d got %d items again in a quiet state", i, r.items-before)
		}
		m.compare(t, i, r)
	}
}

// compare checks what a reader has against the table.
func (m *model) compare(t *testing.T, i int, r *modelReader) {
	t.Helper()
	wrong := 0
	for k, s := range m.items {
		got, want := r.records[k.SK], s.name
		if s.isDeleted {
			want = ""
		}
		if got != want {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("reader %d with limit %d has %d of %d records wrong", i, r.limit, wrong, len(m.items))
	}
}
