package submissions_test

import (
	"fmt"
	"slices"
	"strings"
)

// The model is timesheets in plain words, without stamps, rounds or versions to
// compare: a line knows its entries, and lets go of them when it is rejected or
// its submission withdrawn. Days are those of June 2026, lengths are minutes.

type modelEntry struct {
	id, owner    string
	day, minutes int
	project      string // "site", "app" or ""
	billable     bool
	version      int
}

// amount is what so many minutes of the entry come to: 60 an hour on projects.
func (e modelEntry) amount(minutes int) int {
	if e.project == "" || !e.billable {
		return 0
	}
	return minutes * 100
}

func (e modelEntry) key() modelKey { return modelKey{e.project, e.billable} }

func (e modelEntry) String() string {
	return fmt.Sprintf("%s of %s: day %d, %d min, %q %t v%d", e.id, e.owner, e.day, e.minutes, e.project, e.billable,
		e.version)
}

type modelKey struct {
	project  string
	billable bool
}

type modelLine struct {
	id                     string // as the service named it
	key                    modelKey
	status                 string
	entryIDs               []string // ids of its entries while it is live
	count, minutes, amount int
	version                int
}

type modelSubmission struct {
	id, owner    string
	first, last  int
	step         int // minutes that entries are rounded up to; 0 is none
	withdrawn    bool
	lines        []*modelLine
	removedLines []string // ids of lines that went
	events       []string
}

func (s *modelSubmission) status() string {
	count := map[string]int{}
	for _, l := range s.lines {
		count[l.status]++
	}
	switch {
	case s.withdrawn:
		return "withdrawn"
	case count["rejected"] == len(s.lines):
		return "rejected"
	case count["rejected"] > 0:
		return "partially_rejected"
	case count["pending"] > 0:
		return "submitted"
	}
	return "approved"
}

func (s *modelSubmission) line(key modelKey) *modelLine {
	for _, l := range s.lines {
		if l.key == key {
			return l
		}
	}
	return nil
}

// addEntry puts an entry into the line of its key.
func (s *modelSubmission) addEntry(e *modelEntry, touched map[*modelLine]bool) {
	l := s.line(e.key())
	if l == nil {
		l = &modelLine{key: e.key()}
		s.lines = append(s.lines, l)
	}
	if !touched[l] {
		touched[l] = true
		l.status = "pending"
		l.version++
	}
	minutes := e.minutes
	if s.step > 0 {
		minutes = (minutes + s.step - 1) / s.step * s.step
	}
	l.entryIDs = append(l.entryIDs, e.id)
	l.count, l.minutes, l.amount = l.count+1, l.minutes+minutes, l.amount+e.amount(minutes)
}

type model struct {
	step        int // of the workspace
	entries     map[string]*modelEntry
	timers      map[string]*modelEntry // by owner
	submissions []*modelSubmission
}

// lockedBy gives the submission that holds an entry.
func (m *model) lockedBy(id string) *modelSubmission {
	for _, s := range m.submissions {
		for _, l := range s.lines {
			if slices.Contains(l.entryIDs, id) {
				return s
			}
		}
	}
	return nil
}

// freeEntries are somebody's entries of some days that nothing holds; ok is false
// while a timer runs in them.
func (m *model) freeEntries(owner string, first, last int) (free []*modelEntry, ok bool) {
	if timer := m.timers[owner]; timer != nil && first <= timer.day && timer.day <= last {
		return nil, false
	}
	for _, e := range m.entries {
		if e.owner == owner && first <= e.day && e.day <= last && m.lockedBy(e.id) == nil {
			free = append(free, e)
		}
	}
	return free, true
}

// isDayOpen reports whether a user has an open submission of some of the days.
func (m *model) isDayOpen(owner string, first, last int) bool {
	for _, s := range m.submissions {
		status := s.status()
		if s.owner == owner && s.first <= last && first <= s.last && status != "approved" && status != "withdrawn" {
			return true
		}
	}
	return false
}

// submit gives the status that is answered, and what came of it.
func (m *model) submit(owner string, first, last int) (int, *modelSubmission) {
	if m.isDayOpen(owner, first, last) {
		return 409, nil
	}
	free, ok := m.freeEntries(owner, first, last)
	if !ok || len(free) == 0 {
		return 409, nil
	}
	s := &modelSubmission{owner: owner, first: first, last: last, step: m.step, events: []string{"submitted"}}
	touched := map[*modelLine]bool{}
	for _, e := range free {
		s.addEntry(e, touched)
	}
	m.submissions = append(m.submissions, s)
	return 200, s
}

func (m *model) resubmit(s *modelSubmission) int {
	free, ok := m.freeEntries(s.owner, s.first, s.last)
	status := s.status()
	if !ok || status != "rejected" && status != "partially_rejected" {
		return 409
	}
	kept := slices.ContainsFunc(s.lines, func(l *modelLine) bool { return l.status != "rejected" })
	if !kept && len(free) == 0 {
		return 409
	}
	for _, l := range s.lines {
		if l.status == "rejected" {
			l.count, l.minutes, l.amount = 0, 0, 0
		}
	}
	touched := map[*modelLine]bool{}
	for _, e := range free {
		s.addEntry(e, touched)
	}
	for _, l := range s.lines {
		if l.count == 0 {
			s.removedLines = append(s.removedLines, l.id)
		}
	}
	s.lines = slices.DeleteFunc(s.lines, func(l *modelLine) bool { return l.count == 0 })
	s.events = append(s.events, "resubmitted")
	return 200
}

func (s *modelSubmission) withdraw() int {
	switch s.status() {
	case "approved":
		return 409
	case "withdrawn":
		return 200
	}
	s.withdrawn = true
	for _, l := range s.lines {
		l.entryIDs = nil
	}
	s.events = append(s.events, "withdrawn")
	return 200
}

func (m *model) reopen(s *modelSubmission) int {
	if s.status() != "approved" || m.isDayOpen(s.owner, s.first, s.last) {
		return 409
	}
	for _, l := range s.lines {
		l.status = "pending"
		l.version++
	}
	s.events = append(s.events, "reopened")
	return 200
}

// decide approves or rejects those of the lines that are pending. A line that
// is named is a matter of its own.
func (s *modelSubmission) decide(status, event string, lines ...*modelLine) int {
	if s.withdrawn {
		return 409
	}
	done := false
	for _, l := range lines {
		if l.status != "pending" {
			if event != "approved_all" && l.status != status {
				return 409
			}
			continue
		}
		l.status, done = status, true
		l.version++
		if status == "rejected" {
			l.entryIDs = nil
		}
	}
	if done {
		s.events = append(s.events, event)
	}
	return 200
}

// who sees and decides. The owner leads the workspace, the manager manages the site.

func canSee(user string, s *modelSubmission) bool {
	onSite := slices.ContainsFunc(s.lines, func(l *modelLine) bool { return l.key.project == "site" })
	return user == "owner" || user == s.owner || user == "mia" && onSite
}

func canDecide(user string, s *modelSubmission, l *modelLine) bool {
	return user == "owner" || user == "mia" && s.owner != "mia" && l.key.project == "site"
}

// String is all there is, in an order that does not matter.
func (m *model) String() string {
	var all []string
	for _, e := range m.entries {
		lock := "free"
		if s := m.lockedBy(e.id); s != nil {
			lock = "in " + s.id
		}
		all = append(all, e.String()+" "+lock)
	}
	for _, s := range m.submissions {
		all = append(all, fmt.Sprintf("sheet %s of %s, %d-%d, %s: %s", s.id, s.owner, s.first, s.last, s.status(),
			strings.Join(s.events, " ")))
		for _, l := range s.lines {
			all = append(all, fmt.Sprintf("sheet %s line %q %t: %s, %d entries, %d min, %d, v%d", s.id, l.key.project,
				l.key.billable, l.status, l.count, l.minutes, l.amount, l.version))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
