package suggestions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/suggestions"
	"stint/shared/domain/timelog"
)

var suggestNow = domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))

// historyOf is a history of one entry a minute, the first being the latest.
func historyOf(entries ...timelog.Entry) suggestions.History {
	for i := range entries {
		entries[i].StartedAt = suggestNow.Plus(-time.Duration(i) * time.Minute)
	}
	return suggestions.History{Entries: entries, Newest: suggestions.MaxSuggestNewest,
		CanSee: func(p projects.Project) bool { return p.Visibility == domain.Public }}
}

func queryFor(t *testing.T, term string) suggestions.SuggestionQuery {
	t.Helper()
	q := suggestions.SuggestionQuery{Entries: 50, Tasks: 50, Projects: 50}
	if code := q.Search.ParseText(term); code != "" {
		t.Fatal(code)
	}
	return q
}

func public(id, name string) projects.Project {
	return projects.Project{ID: domain.ID(id), Name: domain.Name(name), Visibility: domain.Public}
}

// formatSuggestions is what was suggested, in short: entries by description, others by id,
// with the minutes since the last use.
func formatSuggestions(s suggestions.Suggestions) string {
	var parts []string
	since := func(at *domain.Instant) string {
		if at == nil {
			return ""
		}
		return fmt.Sprintf("-%d", at.SecondsUntil(suggestNow)/60)
	}
	for _, e := range s.Entries {
		parts = append(parts, string(e.Entry.Description)+since(&e.Entry.StartedAt))
	}
	parts = append(parts, "|")
	for _, x := range s.Tasks {
		parts = append(parts, string(x.Record.ID)+since(x.LastUsedAt))
	}
	parts = append(parts, "|")
	for _, p := range s.Projects {
		parts = append(parts, string(p.Record.ID)+since(p.LastUsedAt))
	}
	return strings.Join(parts, " ")
}

func TestSuggestCombinations(t *testing.T) {
	t.Parallel()
	one := timelog.Entry{Description: "a", ProjectID: "p", TaskID: "t", TagIDs: []domain.ID{"x", "y"}, IsBillable: true}
	with := func(change func(*timelog.Entry)) timelog.Entry {
		other := one
		change(&other)
		return other
	}
	h := historyOf(
		one,
		with(func(e *timelog.Entry) { e.TagIDs = []domain.ID{"y", "x"} }), // tags have no order
		with(func(e *timelog.Entry) { e.ID, e.UserID, e.Version = "other", "other", 9 }),
		with(func(e *timelog.Entry) { e.TagIDs = []domain.ID{"x"} }),
		with(func(e *timelog.Entry) { e.TagIDs = nil }),
		with(func(e *timelog.Entry) { e.IsBillable = false }),
		with(func(e *timelog.Entry) { e.TaskID = "" }),
		with(func(e *timelog.Entry) { e.ProjectID, e.TaskID = "", "" }),
		with(func(e *timelog.Entry) { e.Description = "A" }),
		one,
	)
	if got, want := formatSuggestions(h.Suggest(queryFor(t, ""))), "a-0 a-3 a-4 a-5 a-6 a-7 A-8 | |"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A description cannot be made to look like the rest of a combination.
func TestSuggestDistinguishesCombinations(t *testing.T) {
	t.Parallel()
	h := historyOf(
		timelog.Entry{Description: "x\ny", ProjectID: "p"},
		timelog.Entry{Description: "y", ProjectID: "p"},
		timelog.Entry{Description: "", ProjectID: "p", TagIDs: []domain.ID{"x"}},
		timelog.Entry{Description: "x", ProjectID: "p"},
	)
	if got := len(h.Suggest(queryFor(t, "")).Entries); got != 4 {
		t.Errorf("%d combinations, want 4", got)
	}
}

func TestSuggestRanks(t *testing.T) {
	t.Parallel()
	archived, hidden := public("archived", "Ärger"), public("hidden", "Hidden")
	archived.IsArchived, hidden.Visibility = true, domain.Private
	h := historyOf(
		timelog.Entry{Description: "late arbeit", ProjectID: "p2", TaskID: "t2"},
		timelog.Entry{Description: "Arbeit", ProjectID: "p3"},
		timelog.Entry{Description: "on archived", ProjectID: "archived"},
		timelog.Entry{Description: "on hidden", ProjectID: "hidden"},
		timelog.Entry{Description: "done task", ProjectID: "p2", TaskID: "done"},
		timelog.Entry{Description: "árbeiten", ProjectID: "p2", TaskID: "t1"},
		timelog.Entry{Description: "elsewhere", ProjectID: "unknown", TaskID: "unknown"},
	)
	h.Projects = []projects.Project{
		archived, hidden, public("p1", "arena"), public("p2", "Zarathustra"), public("p3", "Arche"), public("p0", "Barke"),
		public("p4", "Aal"),
	}
	h.Tasks = []projects.Task{
		{ID: "t0", Name: "zar", ProjectID: "p1"}, {ID: "t1", Name: "ar", ProjectID: "p2"},
		{ID: "t2", Name: "b", ProjectID: "p2"},
		{ID: "done", Name: "ar", ProjectID: "p2", IsArchived: true}, {ID: "th", Name: "ar", ProjectID: "hidden"},
		{ID: "ta", Name: "ar", ProjectID: "archived"}, {ID: "tu", Name: "ar", ProjectID: "unknown"},
		{ID: "t3", Name: "Ärmel", ProjectID: "p0"},
	}
	for _, c := range []struct{ term, want string }{
		{"", "late arbeit-0 Arbeit-1 árbeiten-5 elsewhere-6 | t2-0 t1-5 t3 t0 | p2-0 p3-1 p4 p1 p0"},
		{"AR", "Arbeit-1 árbeiten-5 late arbeit-0 | t1-5 t3 t0 | p3-1 p1 p2-0 p0"},
		{"nothing", "| |"},
	} {
		if got := strings.TrimSpace(formatSuggestions(h.Suggest(queryFor(t, c.term)))); got != c.want {
			t.Errorf("%q: %s, want %s", c.term, got, c.want)
		}
	}
	few := h.Suggest(suggestions.SuggestionQuery{Entries: 0, Tasks: 1, Projects: 2})
	if got := strings.TrimSpace(formatSuggestions(few)); got != "| t2-0 | p2-0 p3-1" {
		t.Errorf("few: %s", got)
	}
	if first := h.Suggest(queryFor(t, "")).Entries[0]; first.Project.Name != "Zarathustra" || first.Task.Name != "b" {
		t.Errorf("project %v, task %v", first.Project, first.Task)
	}
}

// Of the projects and tasks that no entry names, only the newest ones are suggested, and the user's own projects. What
// the entries name may be older.
func TestSuggestTheNewestAndTheOwn(t *testing.T) {
	t.Parallel()
	h := historyOf(timelog.Entry{ProjectID: "p4", TaskID: "t4"})
	h.Newest, h.Own = 2, []domain.ID{"p3"}
	for _, id := range []string{"p1", "p2", "p3", "p4", "p5"} {
		h.Projects = append(h.Projects, public(id, id))
		h.Tasks = append(h.Tasks, projects.Task{ID: domain.ID("t" + id[1:]), Name: domain.Name(id), ProjectID: domain.ID(id)})
	}
	if got, want := formatSuggestions(h.Suggest(queryFor(t, ""))), "-0 | t4-0 t1 t2 | p4-0 p1 p2 p3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
