package timers_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stint/internal/apitest"
)

// modelEntry is an entry of the model. Its times are minutes from the start of the
// test service's clock.
type modelEntry struct {
	id          string
	start, stop int
	running     bool
	description string
	version     int
}

func (e modelEntry) String() string {
	end := "runs"
	if !e.running {
		end = at(e.stop)
	}
	return fmt.Sprintf("%s %s %s %q v%d", e.id, at(e.start), end, e.description, e.version)
}

// model is one user's time: any number of entries, at most one of them running.
type model struct {
	*apitest.User
	entries map[string]modelEntry
}

// TestTimersAndEntriesAgainstModel does random operations on timers and entries and
// compares the service with a simple model.
func TestTimersAndEntriesAgainstModel(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		m := &model{User: api.Register(fmt.Sprintf("user%d", n)), entries: map[string]modelEntry{}}
		for range rapid.IntRange(1, 10).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"start", "start", "stop", "edit", "delete", "create"}).Draw(r, "step") {
			case "start":
				m.start(r)
			case "stop":
				m.stop(r)
			case "edit":
				m.edit(r)
			case "delete":
				m.remove(r)
			case "create":
				m.create(r)
			}
			m.compare(r)
		}
	})
}

func (m *model) running() (modelEntry, bool) {
	for _, e := range m.entries {
		if e.running {
			return e, true
		}
	}
	return modelEntry{}, false
}

func drawMinute(r *rapid.T, what string) int { return rapid.IntRange(-20, 7).Draw(r, what) }

// pickEntry picks an entry that is there; ok is false when there is none.
func (m *model) pickEntry(r *rapid.T) (e modelEntry, ok bool) {
	if len(m.entries) == 0 {
		return e, false
	}
	return m.entries[rapid.SampledFrom(slices.Sorted(maps.Keys(m.entries))).Draw(r, "entry")], true
}

func (m *model) start(r *rapid.T) {
	start := drawMinute(r, "start")
	before, runs := m.running()
	answer := m.Post("/api/timers/start", object{"startedAt": at(start)})
	switch {
	case start > 5:
		wantStatus(r, answer, 422)
	case runs && start < before.start:
		wantStatus(r, answer, 409)
	default:
		wantStatus(r, answer, 200)
		if runs {
			before.running, before.stop, before.version = false, start, before.version+1
			m.entries[before.id] = before
		}
		id := answer.ID()
		m.entries[id] = modelEntry{id: id, start: start, running: true, version: 1}
	}
}

func (m *model) stop(r *rapid.T) {
	e, ok := m.pickEntry(r)
	if !ok {
		return
	}
	stop := drawMinute(r, "stop")
	answer := m.Post("/api/timers/"+e.id+"/stop", object{"stoppedAt": at(stop)})
	switch {
	case stop < e.start || stop > 5:
		wantStatus(r, answer, 422)
	case !e.running && stop != e.stop:
		wantStatus(r, answer, 409)
	default:
		wantStatus(r, answer, 200)
		if e.running {
			e.running, e.stop, e.version = false, stop, e.version+1
		}
		m.entries[e.id] = e
	}
}

func (m *model) edit(r *rapid.T) {
	e, ok := m.pickEntry(r)
	if !ok {
		return
	}
	next, body := e, object{}
	if rapid.Bool().Draw(r, "describes") {
		next.description = rapid.SampledFrom([]string{"", "a", "b"}).Draw(r, "description")
		body["description"] = next.description
	}
	if rapid.Bool().Draw(r, "moves") {
		next.start = drawMinute(r, "start")
		body["startedAt"] = at(next.start)
	}
	ends := rapid.Bool().Draw(r, "ends")
	if ends {
		next.stop, next.running = drawMinute(r, "stop"), false
		body["stoppedAt"] = at(next.stop)
	}
	answer := m.Patch("/api/entries/"+e.id, body)
	tooLate := body["startedAt"] != nil && next.start > 5 || ends && next.stop > 5
	if tooLate || !next.running && (ends || body["startedAt"] != nil) && next.stop < next.start {
		wantStatus(r, answer, 422)
		return
	}
	wantStatus(r, answer, 200)
	if next != e {
		next.version++
	}
	m.entries[e.id] = next
}

func (m *model) remove(r *rapid.T) {
	e, ok := m.pickEntry(r)
	if !ok {
		return
	}
	path := rapid.SampledFrom([]string{"/api/timers/", "/api/entries/"}).Draw(r, "path")
	answer := m.Delete(path + e.id)
	if path == "/api/timers/" && !e.running {
		wantStatus(r, answer, 409)
		return
	}
	wantStatus(r, answer, 200)
	delete(m.entries, e.id)
}

func (m *model) create(r *rapid.T) {
	start, stop := drawMinute(r, "start"), drawMinute(r, "stop")
	answer := m.Post("/api/entries", object{"startedAt": at(start), "stoppedAt": at(stop)})
	if start > 5 || stop > 5 || stop < start {
		wantStatus(r, answer, 422)
		return
	}
	wantStatus(r, answer, 200)
	id := answer.ID()
	m.entries[id] = modelEntry{id: id, start: start, stop: stop, version: 1}
}

func wantStatus(r *rapid.T, answer *apitest.Answer, status int) {
	if answer.Status != status {
		r.Fatalf("%s %s %v: %d, want %d\n%s", answer.Request.Method, answer.Request.Path, answer.Request.Body, answer.Status,
			status, answer.Body)
	}
}

// compare compares the list and the running timer with the model.
func (m *model) compare(r *rapid.T) {
	want := slices.Collect(maps.Values(m.entries))
	slices.SortFunc(want, func(a, b modelEntry) int {
		if a.start != b.start {
			return b.start - a.start
		}
		return strings.Compare(b.id, a.id)
	})
	items := m.Get("/api/entries?limit=200&user_id=" + m.ID).Items()
	if len(items) != len(want) {
		r.Fatalf("%d entries, want %v", len(items), want)
	}
	for i, item := range items {
		end := "runs"
		if item["stopped_at"] != nil {
			end = item["stopped_at"].(string)
		}
		got := fmt.Sprintf("%s %s %s %q v%v", item["id"], item["started_at"], end, item["description"], item["version"])
		if got != want[i].String() {
			r.Fatalf("entry %d is %s, want %s", i, got, want[i])
		}
	}
	timer, _ := m.Get("/api/timers/current").OK()["timer"].(object)
	if e, runs := m.running(); runs != (timer != nil) || runs && timer["id"] != e.id {
		r.Fatalf("running %v, want %v", timer, e)
	}
}
