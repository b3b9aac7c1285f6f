package entries_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"stint/internal/apitest"
)

// drawOption draws a value, or nothing in one of the given number of draws.
func drawOption[T any](t *rapid.T, name string, absent int, of *rapid.Generator[T]) *T {
	if rapid.IntRange(1, absent).Draw(t, name+" absent") == absent {
		return nil
	}
	v := of.Draw(t, name)
	return &v
}

// startMinutes are the minutes that entries start at.
var startMinutes = []int{0, 200, 100, 50, 250, 150, 20, 220, 120, 70, 270, 170, 10, 300}

// drawRows draws a batch that is often valid.
func drawRows(t *rapid.T, m model) []modelRow {
	ids := slices.Sorted(maps.Keys(m.entries)) // with the timer's
	for n := range 6 {
		ids = append(ids, rowID(n))
	}
	identity := func(r modelRow) string { return r.id }
	if rapid.IntRange(1, 10).Draw(t, "repeated") == 10 {
		serial := 0
		identity = func(modelRow) string { serial++; return fmt.Sprint(serial) }
	}
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) modelRow {
		return drawRow(t, m, rapid.SampledFrom(ids).Draw(t, "id"))
	}), 1, 5, identity).Draw(t, "rows")
}

func drawRow(t *rapid.T, m model, id string) modelRow {
	before, known := m.entries[id]
	absent := 30 // in so many draws a time that a new entry needs is missing
	if known {
		absent = 2
	}
	r := modelRow{
		id:       id,
		remove:   rapid.IntRange(1, 6).Draw(t, "delete") == 6,
		start:    drawOption(t, "start", absent, rapid.SampledFrom(startMinutes)),
		text:     drawOption(t, "text", 3, rapid.SampledFrom([]string{"", "a", "b"})),
		billable: drawOption(t, "billable", 3, rapid.Bool()),
		rate:     drawOption(t, "rate", 3, rapid.SampledFrom([]int{inherited, 0, 9000})),
	}
	from := before.start
	if r.start != nil {
		from = *r.start
	}
	if length := drawOption(t, "length", absent, rapid.IntRange(0, 40)); length != nil {
		stop := from + *length
		if *length == 40 {
			stop = max(0, from-1)
		}
		r.stop = &stop
	}
	if rapid.IntRange(1, 4).Draw(t, "versioned") == 4 {
		version := cmp.Or(before.version, 1) + rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "ahead")
		r.version = &version
	}
	return r
}

// TestBulkAgainstModel sends random batches, with timers started between them,
// and compares every answer and all entries with a model in memory.
func TestBulkAgainstModel(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	forbidOverlap(outsider)
	setDefaultRate(owner, defaultRate)
	setDefaultRate(outsider, defaultRate)
	outcomes := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		m, p := model{entries: map[string]modelEntry{}}, owner
		if m.forbidsOverlap = rapid.Bool().Draw(t, "apart"); m.forbidsOverlap {
			p = outsider
		}
		defer deleteAll(p)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			if !m.hasTimer() && rapid.IntRange(0, 2).Draw(t, "start") == 0 {
				at := rapid.IntRange(0, 300).Draw(t, "timer")
				id := p.Post("/api/timers/start", row{"startedAt": minute(at)}).ID()
				m.entries[id] = modelEntry{start: at, stop: -1, billable: true, rate: inherited, version: 1}
			}
			outcomes[m.step(t, p, drawRows(t, m))]++
			if got, want := listTracked(p), m.String(); got != want {
				t.Fatalf("tracked\n%s\nthe model has\n%s", got, want)
			}
		}
	})
	t.Log(outcomes)
	for _, kind := range []string{"done", "invalid", "conflict"} {
		if outcomes[kind] == 0 {
			t.Errorf("outcomes %v: the batches drawn exercise too little", outcomes)
		}
	}
}

func (m model) hasTimer() bool {
	for _, e := range m.entries {
		if e.running() {
			return true
		}
	}
	return false
}

// step sends one batch and makes its changes in the model.
func (m *model) step(t *rapid.T, p *apitest.User, rows []modelRow) (kind string) {
	want := m.applyBulk(rows)
	batch := make([]row, len(rows))
	for i, r := range rows {
		batch[i] = r.toRow()
	}
	answer := sendBulk(p, batch...)
	switch {
	case want.invalid != nil:
		if got := problemFields(answer); answer.Status != 422 ||
			!slices.Equal(got, slices.Sorted(slices.Values(want.invalid))) {
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
		e, exists := m.entries[rows[i].id]
		if item["id"] != rows[i].id || (item["deleted"] == true) == exists ||
			exists && item["version"] != float64(e.version) {
			t.Fatalf("row %d answered %v, want %v", i, item, e)
		}
	}
	if again := sendBulk(p, batch...); again.Status != 200 || !bytes.Equal(again.Body, answer.Body) {
		t.Fatalf("sent again: %d\n%s\nfirst\n%s", again.Status, again.Body, answer.Body)
	}
	return "done"
}

// problemFields are the problems of an answer, sorted, each as "field code".
func problemFields(a *apitest.Answer) []string {
	var all []string
	list, _ := a.JSON()["errors"].([]any)
	for _, e := range list {
		field := e.(map[string]any)
		all = append(all, fmt.Sprintf("%v %v", field["field"], field["code"]))
	}
	return slices.Sorted(slices.Values(all))
}

// deleteAll deletes all entries and timers of the user.
func deleteAll(p *apitest.User) {
	var rows []row
	for _, e := range p.Get("/api/entries?limit=200&user_id=" + p.ID).Items() {
		rows = append(rows, row{"id": e["id"], "op": "delete"})
	}
	if len(rows) > 0 {
		sendBulk(p, rows...).OK()
	}
}
