package domain

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// What suggestions are made from. Source: contract, suggestions.
const (
	MaxSuggestEntries  = 400                  // the latest entries
	MaxSuggestAge      = 180 * 24 * time.Hour // none of which began longer ago
	MaxSuggestProjects = 2_000                // projects looked at, and as many tasks
)

// History is what somebody tracked of late, and what there is to track to.
type History struct {
	Entries  []Entry // their own, latest start first
	Projects []Project
	Tasks    []Task
	CanSee   func(Project) bool // which projects are visible to them
}

// SuggestionQuery says what is to be suggested: at most so many of each, holding the
// needle in description or name.
type SuggestionQuery struct {
	Search                   SearchTerm
	Entries, Tasks, Projects int
}

// Suggestions is what somebody may want to track next.
type Suggestions struct {
	Entries  []SuggestedEntry
	Tasks    []Suggested[Task]
	Projects []Suggested[Project]
}

// Suggested is a project or a task, and when it was last used: the start of
// the latest entry that names it, nil for none of those looked at.
type Suggested[T any] struct {
	Record     T
	LastUsedAt *Instant
}

// SuggestedEntry is the latest entry of a combination, with its project and
// task where those are known.
type SuggestedEntry struct {
	Entry   Entry
	Project *Project
	Task    *Task
}

// Suggest ranks what the history holds. Of entries each combination of project,
// task, description, tags and billability is suggested once, unless its project
// or task takes no more time. Projects and tasks are those that are visible and
// not archived: first the used ones by last use, then the others by name. With
// a needle, what begins with it comes before what holds it elsewhere. Source:
// contract, suggestions.
func (h History) Suggest(q SuggestionQuery) Suggestions {
	s := h.index()
	return Suggestions{
		Entries:  topMatches(s.entryCandidates(h.Entries), q.Search, q.Entries),
		Tasks:    topMatches(s.taskCandidates(h.Tasks), q.Search, q.Tasks),
		Projects: topMatches(s.projectCandidates(h.Projects), q.Search, q.Projects),
	}
}

// historyIndex is the history by id.
type historyIndex struct {
	projects                      map[ID]*Project
	tasks                         map[ID]*Task
	trackable                     map[ID]bool // projects that are visible and not archived
	projectLastUsed, taskLastUsed map[ID]*Instant
}

func (h History) index() historyIndex {
	s := historyIndex{
		projects: map[ID]*Project{}, tasks: map[ID]*Task{}, trackable: map[ID]bool{},
		projectLastUsed: map[ID]*Instant{}, taskLastUsed: map[ID]*Instant{},
	}
	for i, p := range h.Projects {
		s.projects[p.ID], s.trackable[p.ID] = &h.Projects[i], !p.IsArchived && h.CanSee(p)
	}
	for i, t := range h.Tasks {
		s.tasks[t.ID] = &h.Tasks[i]
	}
	for i := len(h.Entries) - 1; i >= 0; i-- { // the latest is put last, and stays
		e := &h.Entries[i]
		s.projectLastUsed[e.ProjectID], s.taskLastUsed[e.TaskID] = &e.StartedAt, &e.StartedAt
	}
	return s
}

// candidate is something to suggest.
type candidate[T any] struct {
	suggestion T
	text       string // in which the needle is looked for
	lastUsed   *Instant
	infix      bool   // the text holds the needle, but does not begin with it
	sortText   string // the text without case and accents, where names decide the order
}

// entryCandidates are the entries that differ, each the latest of its kind.
func (s historyIndex) entryCandidates(entries []Entry) []candidate[SuggestedEntry] {
	var all []candidate[SuggestedEntry]
	seen := map[string]bool{}
	for _, e := range entries {
		project, task := s.projects[e.ProjectID], s.tasks[e.TaskID]
		if project != nil && !s.trackable[project.ID] || task != nil && task.IsArchived {
			continue
		}
		if key := e.combinationKey(); !seen[key] {
			seen[key] = true
			all = append(all, candidate[SuggestedEntry]{
				suggestion: SuggestedEntry{Entry: e, Project: project, Task: task}, text: string(e.Description), lastUsed: &e.StartedAt,
			})
		}
	}
	return all
}

// combinationKey is the same for entries that differ in time alone. Tags have no
// order; nothing but the description, which stands last, can hold a line break.
func (e Entry) combinationKey() string {
	tags := slices.Clone(e.TagIDs)
	slices.Sort(tags)
	parts := []string{string(e.ProjectID), string(e.TaskID), "plain"}
	if e.IsBillable {
		parts[2] = "billable"
	}
	for _, tag := range tags {
		parts = append(parts, string(tag))
	}
	return strings.Join(parts, " ") + "\n" + string(e.Description)
}

func (s historyIndex) projectCandidates(projects []Project) []candidate[Suggested[Project]] {
	var all []candidate[Suggested[Project]]
	for _, p := range projects {
		if s.trackable[p.ID] {
			used := s.projectLastUsed[p.ID]
			all = append(all, candidate[Suggested[Project]]{suggestion: Suggested[Project]{p, used}, text: string(p.Name), lastUsed: used})
		}
	}
	return all
}

func (s historyIndex) taskCandidates(tasks []Task) []candidate[Suggested[Task]] {
	var all []candidate[Suggested[Task]]
	for _, t := range tasks {
		if !t.IsArchived && s.trackable[t.ProjectID] {
			used := s.taskLastUsed[t.ID]
			all = append(all, candidate[Suggested[Task]]{suggestion: Suggested[Task]{t, used}, text: string(t.Name), lastUsed: used})
		}
	}
	return all
}

// topMatches gives the first of those that hold the needle, never nil.
func topMatches[T any](all []candidate[T], term SearchTerm, limit int) []T {
	var hits []candidate[T]
	for _, c := range all {
		at := term.IndexIn(c.text)
		if at < 0 {
			continue
		}
		if c.infix = at > 0; c.lastUsed == nil {
			c.sortText = foldText(c.text)
		}
		hits = append(hits, c)
	}
	slices.SortStableFunc(hits, compareCandidates[T])
	suggestions := []T{}
	for _, c := range hits[:min(limit, len(hits))] {
		suggestions = append(suggestions, c.suggestion)
	}
	return suggestions
}

func compareCandidates[T any](a, b candidate[T]) int {
	switch {
	case a.infix != b.infix:
		return firstBefore(b.infix)
	case a.lastUsed != nil && b.lastUsed != nil:
		return b.lastUsed.Compare(a.lastUsed.Time)
	case (a.lastUsed == nil) != (b.lastUsed == nil):
		return firstBefore(a.lastUsed != nil)
	}
	return cmp.Compare(a.sortText, b.sortText)
}

// firstBefore is the order of two of which one comes first.
func firstBefore(first bool) int {
	if first {
		return -1
	}
	return 1
}
