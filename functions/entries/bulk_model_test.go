package entries_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// modelEntry is an entry of the model. Its times are minutes of the morning.
type modelEntry struct {
	start, stop int // a stop below 0 is none: it runs
	text        string
	billable    bool
	rate        int // inherited, or the entry's own
	version     int
}

// inherited stands for no own rate. The workspace of the model has a default rate.
const (
	inherited   = -1
	defaultRate = 4200
)

// shownRate is the rate of an entry and its source, as they are shown.
func (e modelEntry) shownRate() string {
	switch {
	case e.running():
		return "<nil> from none"
	case e.rate == inherited:
		return fmt.Sprint(defaultRate, " from workspace")
	}
	return fmt.Sprint(e.rate, " from entry")
}

func (e modelEntry) running() bool { return e.stop < 0 }

func (e modelEntry) equal(other modelEntry) bool {
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
	rate        *int // inherited is null
	version     *int
}

func minute(n int) string {
	return time.Date(2026, 6, 17, 6, n, 0, 0, time.UTC).Format(time.RFC3339)
}

func (r modelRow) toRow() row {
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
	if r.rate != nil {
		out["hourlyRate"] = *r.rate
		if *r.rate == inherited {
			out["hourlyRate"] = nil
		}
	}
	if r.version != nil {
		out["version"] = *r.version
	}
	return out
}

// model is the time of one user.
type model struct {
	entries        map[string]modelEntry
	forbidsOverlap bool // overlaps are forbidden
}

// outcome is the result of a batch: problems, a conflict, or a new state.
type outcome struct {
	invalid  []string
	conflict bool
	after    map[string]modelEntry
}

func (m model) applyBulk(rows []modelRow) outcome {
	issues := make([][]string, len(rows))
	next := make([]*modelEntry, len(rows))
	for i, r := range rows {
		if countID(rows, r.id) > 1 {
			issues[i] = append(issues[i], fmt.Sprintf("items[%d].id duplicate_entry_id", i))
		}
		var wrong []string
		next[i], wrong = m.applyRow(r)
		for _, w := range wrong {
			issues[i] = append(issues[i], fmt.Sprintf("items[%d].%s", i, w))
		}
	}
	after := maps.Clone(m.entries)
	for i, r := range rows {
		if len(issues[i]) > 0 {
			continue
		}
		delete(after, r.id)
		if next[i] != nil {
			after[r.id] = *next[i]
		}
	}
	if m.forbidsOverlap {
		for i, r := range rows {
			if len(issues[i]) == 0 && m.takesNewTime(r.id, next[i]) && overlapsAny(after, r.id, *next[i]) {
				issues[i] = append(issues[i], fmt.Sprintf("items[%d].startedAt entry_overlap", i))
			}
		}
	}
	if all := slices.Concat(issues...); len(all) > 0 {
		return outcome{invalid: all}
	}
	for i, r := range rows {
		before, known := m.entries[r.id]
		changes := known != (next[i] != nil) || (known && !before.equal(*next[i]))
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

// applyRow is what a row makes of its entry; nil is gone.
func (m model) applyRow(r modelRow) (next *modelEntry, wrong []string) {
	if r.remove {
		return nil, nil
	}
	before, known := m.entries[r.id]
	e := before
	if !known {
		e = modelEntry{billable: true, rate: inherited}
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
	if r.rate != nil {
		e.rate = *r.rate
	}
	if len(wrong) == 0 && !e.running() && e.stop < e.start {
		if r.stop != nil {
			wrong = append(wrong, "stoppedAt before_start")
		} else {
			wrong = append(wrong, "startedAt before_start")
		}
	}
	if !known || !e.equal(before) {
		e.version++
	}
	return &e, wrong
}

// takesNewTime reports whether the entry claims time that it did not have before.
// Stopping a timer does not count.
func (m model) takesNewTime(id string, next *modelEntry) bool {
	if next == nil || next.running() {
		return false
	}
	before, known := m.entries[id]
	return !known || (!before.running() && (before.start != next.start || before.stop != next.stop))
}

func overlapsAny(entries map[string]modelEntry, id string, e modelEntry) bool {
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
		lines = append(lines, fmt.Sprintf("%v %v..%v %q project false tags 0 billable %v rate %s v%v", id, minute(e.start),
			stop, e.text, e.billable, e.shownRate(), e.version))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
