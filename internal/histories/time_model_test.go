package histories_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// timeEntry is an entry or the timer of the model. Its name is how its description begins, its times are minutes.
type timeEntry struct {
	name        string
	start, stop int
	running     bool
	description string
	version     int
}

// timeRequest is a request about one user's time.
type timeRequest struct {
	does        string // start, stop, create, describe, move, delete, get, current or list
	name        string // of the entry that it makes or is about
	start, stop int
	description string
	version     int // of If-Match; 0 is none
}

func (r timeRequest) String() string {
	return fmt.Sprintf("%s %s from %d to %d, %q, if version %d", r.does, r.name, r.start, r.stop, r.description, r.version)
}

// timeModel is the time of one user in a workspace that forbids overlaps. Its state is a []timeEntry in the order of
// names.
var timeModel = model{
	start: []timeEntry(nil),
	apply: func(state, input any) effect { return applyTime(state.([]timeEntry), input.(timeRequest)) },
	name:  func(input any) string { return input.(timeRequest).String() },
}

func applyTime(all []timeEntry, r timeRequest) effect {
	i := slices.IndexFunc(all, func(e timeEntry) bool { return e.name == r.name })
	switch {
	case r.does == "start":
		return startTimer(all, r)
	case r.does == "create":
		return createEntry(all, timeEntry{name: r.name, start: r.start, stop: r.stop, description: r.name, version: 1})
	case r.does == "current":
		return done(all, func(record object) bool { return showsTimer(record, all) })
	case r.does == "list":
		return done(all, func(record object) bool { return showsAll(record, all) })
	case i < 0:
		return missing(all, r.does == "delete")
	case r.does == "stop":
		return stopTimer(all, all[i], r.stop)
	case r.does == "get":
		return done(all, showsEntry(all[i]))
	case r.does != "delete" && claimsTimeOfOthers(all, all[i], r):
		return refused(all, http.StatusUnprocessableEntity, "")
	case r.version != 0 && r.version != all[i].version:
		return refused(all, http.StatusConflict, "version_stale")
	case r.does == "delete":
		return done(slices.Delete(slices.Clone(all), i, i+1), nil)
	}
	return editEntry(all, all[i], r)
}

func startTimer(all []timeEntry, r timeRequest) effect {
	after := slices.Clone(all)
	stopped := ""
	for i, e := range after {
		if e.running && r.start < e.start {
			return refused(all, http.StatusConflict, "start_before_running")
		}
		if e.running {
			stopped = e.description
			after[i].running, after[i].stop, after[i].version = false, r.start, e.version+1
		}
	}
	timer := timeEntry{name: r.name, start: r.start, running: true, description: r.name, version: 1}
	return done(put(after, timer), func(record object) bool {
		before, _ := record["stopped_entry"].(object)
		was, _ := before["description"].(string)
		return showsEntry(timer)(record) && was == stopped
	})
}

func stopTimer(all []timeEntry, e timeEntry, stop int) effect {
	switch {
	case stop < e.start:
		return refused(all, http.StatusUnprocessableEntity, "")
	case e.running:
		e.running, e.stop, e.version = false, stop, e.version+1
	case stop != e.stop:
		return refused(all, http.StatusConflict, "timer_changed")
	}
	return done(put(all, e), showsEntry(e))
}

func createEntry(all []timeEntry, e timeEntry) effect {
	if overlapsAny(all, e) {
		return refused(all, http.StatusUnprocessableEntity, "")
	}
	return done(put(all, e), showsEntry(e))
}

// edited is the entry after a request.
func (e timeEntry) edited(r timeRequest) timeEntry {
	before := e
	if r.does == "describe" {
		e.description = r.description
	} else {
		e.start, e.stop, e.running = r.start, r.stop, false
	}
	if e != before {
		e.version++
	}
	return e
}

// claimsTimeOfOthers reports whether an entry that does not run is moved to where another one is.
func claimsTimeOfOthers(all []timeEntry, e timeEntry, r timeRequest) bool {
	after := e.edited(r)
	return !e.running && (e.start != after.start || e.stop != after.stop) && overlapsAny(all, after)
}

func editEntry(all []timeEntry, e timeEntry, r timeRequest) effect {
	after := e.edited(r)
	return done(put(all, after), showsEntry(after))
}

// overlapsAny reports whether an entry shares time with another one that has an end.
func overlapsAny(all []timeEntry, e timeEntry) bool {
	return slices.ContainsFunc(all, func(o timeEntry) bool {
		haveTime := !o.running && o.start < o.stop && e.start < e.stop
		return o.name != e.name && haveTime && o.start < e.stop && e.start < o.stop
	})
}

// put is the entries with one that replaces that of its name.
func put(all []timeEntry, e timeEntry) []timeEntry {
	others := slices.DeleteFunc(slices.Clone(all), func(o timeEntry) bool { return o.name == e.name })
	return slices.SortedFunc(slices.Values(append(others, e)), func(a, b timeEntry) int {
		return strings.Compare(a.name, b.name)
	})
}

// minute is a time of the model on the wire.
func minute(n int) string {
	return domain.InstantOf(apitest.StartTime.Add(time.Duration(n) * time.Minute)).String()
}

func showsEntry(e timeEntry) func(record object) bool {
	return func(record object) bool {
		end, stopped := record["stopped_at"].(string)
		return record["description"] == e.description && record["started_at"] == minute(e.start) &&
			stopped != e.running && (e.running || end == minute(e.stop)) && record["version"] == float64(e.version)
	}
}

// showsTimer reports whether the answer has the timer that runs.
func showsTimer(record object, all []timeEntry) bool {
	timer, runs := record["timer"].(object)
	i := slices.IndexFunc(all, func(e timeEntry) bool { return e.running })
	if i < 0 || !runs {
		return i < 0 && !runs
	}
	return showsEntry(all[i])(timer)
}

// showsAll reports whether the list has exactly the entries.
func showsAll(record object, all []timeEntry) bool {
	items := record["items"].([]any)
	for _, e := range all {
		if !slices.ContainsFunc(items, func(item any) bool { return showsEntry(e)(item.(object)) }) {
			return false
		}
	}
	return len(items) == len(all)
}
