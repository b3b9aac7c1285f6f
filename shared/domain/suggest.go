package domain

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// What suggestions are made from. Source: contract, suggestions.
const (
	SuggestFrom   = 400                  // the latest entries
	SuggestWithin = 180 * 24 * time.Hour // none of which began longer ago
	SuggestAmong  = 2_000                // projects looked at, and as many tasks
)

// History is what somebody tracked of late, and what there is to track to.
type History struct {
	Entries  []Entry // their own, latest start first
	Projects []Project
	Tasks    []Task
	Sees     func(Project) bool // which projects are visible to them
}

// Wish says what is to be suggested: at most so many of each, holding the
// needle in description or name.
type Wish struct {
	Needle                   Needle
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
	Thing      T
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
func (h History) Suggest(w Wish) Suggestions {
	s := h.shelves()
	return Suggestions{
		Entries:  best(s.combinations(h.Entries), w.Needle, w.Entries),
		Tasks:    best(s.tasksLeft(h.Tasks), w.Needle, w.Tasks),
		Projects: best(s.projectsLeft(h.Projects), w.Needle, w.Projects),
	}
}

// shelves is the history by id.
type shelves struct {
	projects              map[ID]*Project
	tasks                 map[ID]*Task
	open                  map[ID]bool // projects that are visible and not archived
	projectUsed, taskUsed map[ID]*Instant
}

func (h History) shelves() shelves {
	s := shelves{
		projects: map[ID]*Project{}, tasks: map[ID]*Task{}, open: map[ID]bool{},
		projectUsed: map[ID]*Instant{}, taskUsed: map[ID]*Instant{},
	}
	for i, p := range h.Projects {
		s.projects[p.ID], s.open[p.ID] = &h.Projects[i], !p.IsArchived && h.Sees(p)
	}
	for i, t := range h.Tasks {
		s.tasks[t.ID] = &h.Tasks[i]
	}
	for i := len(h.Entries) - 1; i >= 0; i-- { // the latest is put last, and stays
		e := &h.Entries[i]
		s.projectUsed[e.ProjectID], s.taskUsed[e.TaskID] = &e.StartedAt, &e.StartedAt
	}
	return s
}

// candidate is something to suggest.
type candidate[T any] struct {
	thing  T
	text   string // in which the needle is looked for
	used   *Instant
	inside bool   // the text holds the needle, but does not begin with it
	plain  string // the text without case and accents, where names decide the order
}

// combinations are the entries that differ, each the latest of its kind.
func (s shelves) combinations(entries []Entry) []candidate[SuggestedEntry] {
	var all []candidate[SuggestedEntry]
	seen := map[string]bool{}
	for _, e := range entries {
		project, task := s.projects[e.ProjectID], s.tasks[e.TaskID]
		if project != nil && !s.open[project.ID] || task != nil && task.IsArchived {
			continue
		}
		if key := e.combination(); !seen[key] {
			seen[key] = true
			all = append(all, candidate[SuggestedEntry]{
				thing: SuggestedEntry{Entry: e, Project: project, Task: task}, text: string(e.Description), used: &e.StartedAt,
			})
		}
	}
	return all
}

// combination is the same for entries that differ in time alone. Tags have no
// order; nothing but the description, which stands last, can hold a line break.
func (e Entry) combination() string {
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

func (s shelves) projectsLeft(projects []Project) []candidate[Suggested[Project]] {
	var all []candidate[Suggested[Project]]
	for _, p := range projects {
		if s.open[p.ID] {
			used := s.projectUsed[p.ID]
			all = append(all, candidate[Suggested[Project]]{thing: Suggested[Project]{p, used}, text: string(p.Name), used: used})
		}
	}
	return all
}

func (s shelves) tasksLeft(tasks []Task) []candidate[Suggested[Task]] {
	var all []candidate[Suggested[Task]]
	for _, t := range tasks {
		if !t.IsArchived && s.open[t.ProjectID] {
			used := s.taskUsed[t.ID]
			all = append(all, candidate[Suggested[Task]]{thing: Suggested[Task]{t, used}, text: string(t.Name), used: used})
		}
	}
	return all
}

// best gives the first of those that hold the needle, never nil.
func best[T any](all []candidate[T], n Needle, limit int) []T {
	var hits []candidate[T]
	for _, c := range all {
		at := n.Index(c.text)
		if at < 0 {
			continue
		}
		if c.inside = at > 0; c.used == nil {
			c.plain = bare(c.text)
		}
		hits = append(hits, c)
	}
	slices.SortStableFunc(hits, compare[T])
	things := []T{}
	for _, c := range hits[:min(limit, len(hits))] {
		things = append(things, c.thing)
	}
	return things
}

func compare[T any](a, b candidate[T]) int {
	switch {
	case a.inside != b.inside:
		return order(b.inside)
	case a.used != nil && b.used != nil:
		return b.used.Compare(a.used.Time)
	case (a.used == nil) != (b.used == nil):
		return order(a.used != nil)
	}
	return cmp.Compare(a.plain, b.plain)
}

// order is the order of two of which one comes first.
func order(first bool) int {
	if first {
		return -1
	}
	return 1
}
