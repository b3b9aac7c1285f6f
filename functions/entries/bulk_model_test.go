package entries_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stint/functions/apitest"
)

// modelEntry is an entry of the model; times are minutes of the morning.
type modelEntry struct {
	start, stop int // a stop below 0: it runs
	text        string
	billable    bool
	version     int
}

func (e modelEntry) running() bool { return e.stop < 0 }

func (e modelEntry) same(other modelEntry) bool {
	other.version = e.version
	return e == other
}

func (e modelEntry) overlaps(other modelEntry) bool {
	if e.running() || other.running() || e.start == e.stop || other.start == other.stop {
		return false
	}
	return e.start < other.stop && other.start < e.stop
}

// modelRow is a row of a batch; nil is absent.
type modelRow struct {
	id          string
	remove      bool
	start, stop *int
	text        *string
	billable    *bool
	version     *int
}

func minute(n int) string {
	return time.Date(2026, 6, 17, 6, n, 0, 0, time.UTC).Format(time.RFC3339)
}

func (r modelRow) wire() row {
	out := row{"id": r.id}
	if r.remove {
		out["op"] = "delete"
	}
	if r.start != nil {
		out["startedAt"] = minute(*r.start)
	}
	if r.stop != nil {
		out["stoppedAt"] = minute(*r.stop)
	}
	if r.text != nil {
		out["description"] = *r.text
	}
	if r.billable != nil {
		out["isBillable"] = *r.billable
	}
	if r.version != nil {
		out["version"] = *r.version
	}
	return out
}

// model is what one person has tracked.
type model struct {
	entries map[string]modelEntry
	apart   bool // overlaps are forbidden
}

// outcome is what a batch leads to: problems, a conflict, or a new state.
type outcome struct {
	invalid  []string
	conflict bool
	after    map[string]modelEntry
}

func (m model) bulk(rows []modelRow) outcome {
	issues := make([][]string, len(rows))
	next := make([]*modelEntry, len(rows))
	for i, r := range rows {
		if countID(rows, r.id) > 1 {
			issues[i] = append(issues[i], fmt.Sprintf("items[%d].id duplicate_entry_id", i))
		}
		var wrong []string
		next[i], wrong = m.row(r)
		for _, w := range wrong {
			issues[i] = append(issues[i], fmt.Sprintf("items[%d].%s", i, w))
		}
	}
	after := maps.Clone(m.entries)
	for i, r := range rows {
		if len(issues[i]) > 0 {
			continue
		}
		if delete(after, r.id); next[i] != nil {
			after[r.id] = *next[i]
		}
	}
	if m.apart {
		for i, r := range rows {
			if len(issues[i]) == 0 && m.claims(r.id, next[i]) && taken(after, r.id, *next[i]) {
				issues[i] = append(issues[i], fmt.Sprintf("items[%d].startedAt entry_overlap", i))
			}
		}
	}
	if all := slices.Concat(issues...); len(all) > 0 {
		return outcome{invalid: all}
	}
	for i, r := range rows {
		before, known := m.entries[r.id]
		changes := known != (next[i] != nil) || (known && !before.same(*next[i]))
		if r.version != nil && changes && (!known || before.version != *r.version) {
			return outcome{conflict: true}
		}
	}
	return outcome{after: after}
}

func countID(rows []modelRow, id string) (n int) {
	for _, r := range rows {
		if r.id == id {
			n++
		}
	}
	return n
}

// row is what a row makes of its entry; nil is gone.
func (m model) row(r modelRow) (next *modelEntry, wrong []string) {
	if r.remove {
		return nil, nil
	}
	before, known := m.entries[r.id]
	e := before
	if !known {
		e = modelEntry{billable: true}
		if r.start == nil {
			wrong = append(wrong, "startedAt required")
		}
		if r.stop == nil {
			wrong = append(wrong, "stoppedAt required")
		}
	}
	if r.start != nil {
		e.start = *r.start
	}
	if r.stop != nil {
		e.stop = *r.stop
	}
	if r.text != nil {
		e.text = *r.text
	}
	if r.billable != nil {
		e.billable = *r.billable
	}
	if len(wrong) == 0 && !e.running() && e.stop < e.start {
		if r.stop != nil {
			wrong = append(wrong, "stoppedAt before_start")
		} else {
			wrong = append(wrong, "startedAt before_start")
		}
	}
	if !known || !e.same(before) {
		e.version++
	}
	return &e, wrong
}

// claims tells whether the entry takes time that it did not have; stopping a
// timer does not count.
func (m model) claims(id string, next *modelEntry) bool {
	if next == nil || next.running() {
		return false
	}
	before, known := m.entries[id]
	return !known || (!before.running() && (before.start != next.start || before.stop != next.stop))
}

func taken(entries map[string]modelEntry, id string, e modelEntry) bool {
	for other, o := range entries {
		if other != id && o.overlaps(e) {
			return true
		}
	}
	return false
}

func (m model) String() string {
	var lines []string
	for id, e := range m.entries {
		stop := "<nil>"
		if !e.running() {
			stop = minute(e.stop)
		}
		lines = append(lines, fmt.Sprintf("%v %v..%v %q project false tags 0 billable %v v%v", id, minute(e.start), stop, e.text, e.billable, e.version))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func drawOption[T any](t *rapid.T, name string, of *rapid.Generator[T]) *T {
	if rapid.IntRange(0, 2).Draw(t, name+" absent") == 0 {
		return nil
	}
	v := of.Draw(t, name)
	return &v
}

func drawRows(t *rapid.T, m model) []modelRow {
	ids := slices.Sorted(maps.Keys(m.entries)) // the timer's among them
	for n := range 6 {
		ids = append(ids, rowID(n))
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) modelRow {
		r := modelRow{
			id:     rapid.SampledFrom(ids).Draw(t, "id"),
			remove: rapid.IntRange(0, 5).Draw(t, "delete") == 0,
			start:  drawOption(t, "start", rapid.IntRange(0, 40)), stop: drawOption(t, "stop", rapid.IntRange(20, 60)),
			text: drawOption(t, "text", rapid.SampledFrom([]string{"", "a", "b"})), billable: drawOption(t, "billable", rapid.Bool()),
		}
		if rapid.IntRange(0, 3).Draw(t, "versioned") == 0 {
			version := cmp.Or(m.entries[r.id].version, 1) + rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "ahead")
			r.version = &version
		}
		return r
	}), 1, 5).Draw(t, "rows")
}

// TestBulkAgainstModel sends random batches, with timers started between them,
// and compares every answer and all entries with a model in memory.
func TestBulkAgainstModel(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, eve := h.Register("ada"), h.Register("eve")
	forbidOverlap(eve)
	outcomes := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		m, p := model{entries: map[string]modelEntry{}}, ada
		if m.apart = rapid.Bool().Draw(t, "apart"); m.apart {
			p = eve
		}
		defer forget(p)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			if !m.runs() && rapid.IntRange(0, 2).Draw(t, "start") == 0 {
				at := rapid.IntRange(0, 40).Draw(t, "timer")
				id := p.Post("/api/timers/start", row{"startedAt": minute(at)}).ID()
				m.entries[id] = modelEntry{start: at, stop: -1, billable: true, version: 1}
			}
			outcomes[m.step(t, p, drawRows(t, m))]++
			if got, want := tracked(p), m.String(); got != want {
				t.Fatalf("tracked\n%s\nthe model has\n%s", got, want)
			}
		}
	})
	for _, kind := range []string{"done", "invalid", "conflict"} {
		if outcomes[kind] < 5 {
			t.Errorf("outcomes %v: the batches drawn exercise too little", outcomes)
		}
	}
}

func (m model) runs() bool {
	for _, e := range m.entries {
		if e.running() {
			return true
		}
	}
	return false
}

// step sends one batch and moves the model on.
func (m *model) step(t *rapid.T, p *apitest.Person, rows []modelRow) (kind string) {
	want := m.bulk(rows)
	batch := make([]row, len(rows))
	for i, r := range rows {
		batch[i] = r.wire()
	}
	answer := sync(p, batch...)
	switch {
	case want.invalid != nil:
		if got := fields(answer); answer.Status != 422 || !slices.Equal(got, slices.Sorted(slices.Values(want.invalid))) {
			t.Fatalf("%d %v, want 422 %v\nbatch %v\nmodel\n%s", answer.Status, got, want.invalid, batch, m)
		}
		return "invalid"
	case want.conflict:
		if answer.Status != 409 {
			t.Fatalf("%d, want 409\nbatch %v\nmodel\n%s\n%s", answer.Status, batch, m, answer.Body)
		}
		return "conflict"
	}
	if answer.Status != 200 {
		t.Fatalf("%d, want 200\nbatch %v\nmodel\n%s\n%s", answer.Status, batch, m, answer.Body)
	}
	m.entries = want.after
	for i, item := range answer.Items() {
		e, there := m.entries[rows[i].id]
		if item["id"] != rows[i].id || (item["deleted"] == true) == there || there && item["version"] != float64(e.version) {
			t.Fatalf("row %d answered %v, want %v", i, item, e)
		}
	}
	if again := sync(p, batch...); again.Status != 200 || !bytes.Equal(again.Body, answer.Body) {
		t.Fatalf("sent again: %d\n%s\nfirst\n%s", again.Status, again.Body, answer.Body)
	}
	return "done"
}

// fields are the problems of an answer, sorted, each as "field code".
func fields(a *apitest.Answer) []string {
	var all []string
	list, _ := a.JSON()["errors"].([]any)
	for _, e := range list {
		field := e.(map[string]any)
		all = append(all, fmt.Sprintf("%v %v", field["field"], field["code"]))
	}
	return slices.Sorted(slices.Values(all))
}

// forget deletes everything that the person has tracked.
func forget(p *apitest.Person) {
	var rows []row
	for _, e := range p.Get("/api/entries?limit=200").Items() {
		rows = append(rows, row{"id": e["id"], "op": "delete"})
	}
	if len(rows) > 0 {
		sync(p, rows...).OK()
	}
}
