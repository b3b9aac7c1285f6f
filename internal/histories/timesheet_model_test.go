package histories_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// lockableEntry is an entry of the model, on a day of June.
type lockableEntry struct {
	name, description string
	day, version      int
	lockedBy          string // name of the timesheet that locks it; "" is none
}

// submission is a timesheet of one day, with one line.
type submission struct {
	name, status string
	day          int
}

// timesheets are the entries and timesheets of one user, in the order of their names.
type timesheets struct {
	entries     []lockableEntry
	submissions []submission
}

// submissionRequest is a request about an entry or a timesheet.
type submissionRequest struct {
	does        string // create, describe, delete, get, submit, withdraw, resubmit, approve, reject, reopen or look
	name        string
	day         int
	description string
}

func (r submissionRequest) String() string {
	return fmt.Sprintf("%s %s, day %d, %q", r.does, r.name, r.day, r.description)
}

// submissionModel begins with a timesheet that was submitted.
var submissionModel = model{
	start: timesheets{
		entries: []lockableEntry{
			{name: "entry-first", description: "entry-first", day: 10, version: 1, lockedBy: "submission-first"},
		},
		submissions: []submission{{name: "submission-first", status: "submitted", day: 10}},
	},
	apply: func(state, input any) effect { return state.(timesheets).apply(input.(submissionRequest)) },
	name:  func(input any) string { return input.(submissionRequest).String() },
}

func (s timesheets) apply(r submissionRequest) effect {
	switch r.does {
	case "create":
		return s.withEntry(lockableEntry{name: r.name, description: r.name, day: r.day, version: 1})
	case "submit":
		return s.submit(r)
	case "describe", "delete", "get":
		return s.applyToEntry(r)
	}
	return s.applyToSubmission(r)
}

// withEntry puts an entry in the place of that of its name, and shows it.
func (s timesheets) withEntry(e lockableEntry) effect {
	others := slices.DeleteFunc(slices.Clone(s.entries), func(o lockableEntry) bool { return o.name == e.name })
	next := timesheets{slices.SortedFunc(slices.Values(append(others, e)), func(a, b lockableEntry) int {
		return strings.Compare(a.name, b.name)
	}), s.submissions}
	return done(next, func(record object) bool {
		return record["description"] == e.description && record["version"] == float64(e.version) &&
			record["is_locked"] == (e.lockedBy != "")
	})
}

func (s timesheets) applyToEntry(r submissionRequest) effect {
	i := slices.IndexFunc(s.entries, func(e lockableEntry) bool { return e.name == r.name })
	if i < 0 {
		return missing(s, r.does == "delete")
	}
	e := s.entries[i]
	switch {
	case r.does == "get":
		return done(s, s.withEntry(e).shows)
	case e.lockedBy != "":
		return refused(s, http.StatusConflict, "entry_locked")
	case r.does == "delete":
		return done(timesheets{slices.Delete(slices.Clone(s.entries), i, i+1), s.submissions}, nil)
	case e.description != r.description:
		e.description, e.version = r.description, e.version+1
	}
	return s.withEntry(e)
}

// take gives the unlocked entries of a day to a timesheet.
func (s timesheets) take(day int, name string) (next timesheets, taken int) {
	next = timesheets{slices.Clone(s.entries), s.submissions}
	for i, e := range next.entries {
		if e.day == day && e.lockedBy == "" {
			next.entries[i].lockedBy = name
			taken++
		}
	}
	return next, taken
}

// release unlocks the entries of a timesheet.
func (s timesheets) release(name string) timesheets {
	next := timesheets{slices.Clone(s.entries), s.submissions}
	for i, e := range next.entries {
		if e.lockedBy == name {
			next.entries[i].lockedBy = ""
		}
	}
	return next
}

// isOpen reports whether a day has a timesheet other than one that is neither approved nor withdrawn.
func (s timesheets) isOpen(day int, other string) bool {
	return slices.ContainsFunc(s.submissions, func(o submission) bool {
		return o.day == day && o.name != other && (o.status == "submitted" || o.status == "rejected")
	})
}

func (s timesheets) submit(r submissionRequest) effect {
	next, taken := s.take(r.day, r.name)
	switch {
	case s.isOpen(r.day, r.name): // "nothing_to_submit" if the other one came meanwhile
		return refused(s, http.StatusConflict, "")
	case taken == 0:
		return refused(s, http.StatusConflict, "nothing_to_submit")
	}
	return next.withSubmission(submission{r.name, "submitted", r.day}, taken)
}

// withSubmission puts a timesheet in the place of that of its name, and shows it with the number of its entries.
func (s timesheets) withSubmission(x submission, count int) effect {
	others := slices.DeleteFunc(slices.Clone(s.submissions), func(o submission) bool { return o.name == x.name })
	next := timesheets{s.entries, slices.SortedFunc(slices.Values(append(others, x)), func(a, b submission) int {
		return strings.Compare(a.name, b.name)
	})}
	return done(next, func(record object) bool {
		if record["lines"] == nil { // it is a line
			return true
		}
		isClosed := x.status == "withdrawn" || x.status == "rejected"
		return record["status"] == x.status && (isClosed || countOf(record) == count)
	})
}

// countOf is the number of entries of a timesheet in an answer.
func countOf(record object) (n int) {
	for _, line := range record["lines"].([]any) {
		n += int(line.(object)["entry_count"].(float64))
	}
	return n
}

func (s timesheets) applyToSubmission(r submissionRequest) effect {
	i := slices.IndexFunc(s.submissions, func(x submission) bool { return x.name == r.name })
	if i < 0 {
		return refused(s, http.StatusNotFound, "")
	}
	x, count := s.submissions[i], 0
	for _, e := range s.entries {
		if e.lockedBy == r.name {
			count++
		}
	}
	conflict := refused(s, http.StatusConflict, "")
	switch r.does {
	case "withdraw":
		if x.status == "approved" {
			return conflict
		}
		s, x.status = s.release(x.name), "withdrawn"
	case "approve":
		switch x.status {
		case "withdrawn":
			return conflict
		case "submitted":
			x.status = "approved"
		}
	case "reject":
		if x.status == "approved" || x.status == "withdrawn" {
			return conflict
		}
		s, x.status = s.release(x.name), "rejected"
	case "reopen":
		if x.status != "approved" || s.isOpen(x.day, x.name) {
			return conflict
		}
		x.status = "submitted"
	case "resubmit":
		next, taken := s.take(x.day, x.name)
		if x.status != "rejected" || taken == 0 {
			return conflict
		}
		s, x.status, count = next, "submitted", taken
	}
	return s.withSubmission(x, count)
}
