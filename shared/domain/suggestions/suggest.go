// Package suggestions finds what a user may want to track next.
package suggestions

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
)

// Bounds of the history that suggestions are made from.
const (
	MaxSuggestEntries  = 400                  // the latest ones
	MaxSuggestAge      = 180 * 24 * time.Hour // entries that started longer ago do not count
	MaxSuggestProjects = 2_000                // projects that a search reads, and as many tasks
	MaxSuggestNewest   = 100                  // projects and tasks among which others than the used ones are found
	maxSuggestOwn      = 20                   // and projects that the user is a member of
)

// History contains a user's latest entries and the projects and tasks of the
// workspace, or the part of them that was read so far.
type History struct {
	Entries  []timelog.Entry // the user's own, latest start first
	Projects []projects.Project
	Tasks    []projects.Task
	CanSee   func(projects.Project) bool // whether a project is visible to the user
	More     MoreHistory
	Older    OlderHistory
	// Of so many projects, the newest ones, and as many tasks of these, those that no entry names are suggested too.
	Newest int
	// The projects that the user is a member of, the newest first. The first ones count as the newest of all.
	Own      []domain.ID
	LookedUp map[domain.ID]bool // the projects and tasks that were read one by one, also those that do not exist
}

// MoreHistory says of what a history has only the first part: the latest entries, and
// the newest projects and tasks.
type MoreHistory struct{ Entries, Projects, Tasks bool }

// OlderHistory says whether there are projects and tasks that are older than those which are listed. They are read by
// their ids only.
type OlderHistory struct{ Projects, Tasks bool }

// SuggestionQuery limits the suggestions: at most that many entries, tasks and
// projects, whose description or name contains the search term.
type SuggestionQuery struct {
	Search                   domain.SearchTerm
	Entries, Tasks, Projects int
}

// Suggestions are what the user may want to track next.
type Suggestions struct {
	Entries  []SuggestedEntry
	Tasks    []Suggested[projects.Task]
	Projects []Suggested[projects.Project]
}

// Suggested is a project or a task and its last use: the start of the latest entry
// that names it, nil if no entry of the history does.
type Suggested[T any] struct {
	Record     T
	LastUsedAt *domain.Instant
}

// SuggestedEntry is the latest entry of a combination, with its project and task
// if the history has them.
type SuggestedEntry struct {
	Entry   timelog.Entry
	Project *projects.Project
	Task    *projects.Task
}

// Suggest ranks the entries, tasks and projects of the history. Each combination
// of project, task, description, tags and billable flag is suggested once, unless
// its project or task is archived. Projects and tasks are suggested if they are
// visible and not archived: first the used ones by last use, then others by
// name, from the newest ones and the user's own. With a search term, texts that begin with it come before the others.
func (h History) Suggest(q SuggestionQuery) Suggestions {
	s := h.index()
	return Suggestions{
		Entries:  topMatches(s.entryCandidates(h.Entries), q.Search, q.Entries),
		Tasks:    topMatches(s.taskCandidates(h.Tasks, h.Newest), q.Search, q.Tasks),
		Projects: topMatches(s.projectCandidates(h.Projects), q.Search, q.Projects),
	}
}

// historyIndex contains the records of a history by id.
type historyIndex struct {
	projects                      map[domain.ID]*projects.Project
	tasks                         map[domain.ID]*projects.Task
	trackable                     map[domain.ID]bool // projects that are visible and not archived
	projectLastUsed, taskLastUsed map[domain.ID]*domain.Instant
	unused                        map[domain.ID]bool // projects that are suggested though no entry names them
}

func (h History) index() historyIndex {
	s := historyIndex{
		projects: map[domain.ID]*projects.Project{}, tasks: map[domain.ID]*projects.Task{}, trackable: map[domain.ID]bool{},
		projectLastUsed: map[domain.ID]*domain.Instant{}, taskLastUsed: map[domain.ID]*domain.Instant{},
		unused: map[domain.ID]bool{},
	}
	for _, id := range h.own() {
		s.unused[id] = true
	}
	for i, p := range h.Projects {
		s.projects[p.ID], s.trackable[p.ID] = &h.Projects[i], !p.IsArchived && h.CanSee(p)
		s.unused[p.ID] = s.unused[p.ID] || i < h.Newest
	}
	for i, t := range h.Tasks {
		s.tasks[t.ID] = &h.Tasks[i]
	}
	for i := len(h.Entries) - 1; i >= 0; i-- { // oldest first, so that the latest stays
		e := &h.Entries[i]
		s.projectLastUsed[e.ProjectID], s.taskLastUsed[e.TaskID] = &e.StartedAt, &e.StartedAt
	}
	return s
}

// own are the projects that may be suggested because the user is a member of them.
func (h History) own() []domain.ID { return h.Own[:min(maxSuggestOwn, len(h.Own))] }

// candidate is a suggestion before ranking.
type candidate[T any] struct {
	suggestion T
	text       string // in which the search term is looked for
	lastUsed   *domain.Instant
	infix      bool   // the text contains the search term but does not begin with it
	sortText   string // the text without case and accents; set only if it decides the order
}

// entryCandidates are the latest entries of each combination.
func (s historyIndex) entryCandidates(entries []timelog.Entry) []candidate[SuggestedEntry] {
	var all []candidate[SuggestedEntry]
	seen := map[string]bool{}
	for _, e := range entries {
		project, task := s.projects[e.ProjectID], s.tasks[e.TaskID]
		if project != nil && !s.trackable[project.ID] || task != nil && task.IsArchived {
			continue
		}
		if key := combinationKey(e); !seen[key] {
			seen[key] = true
			all = append(all, candidate[SuggestedEntry]{
				suggestion: SuggestedEntry{Entry: e, Project: project, Task: task}, text: string(e.Description),
				lastUsed: &e.StartedAt,
			})
		}
	}
	return all
}

// combinationKey is equal for entries that differ only in time. The order of tags
// does not count. Only the description can contain a line break, so it is last.
func combinationKey(e timelog.Entry) string {
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

func (s historyIndex) projectCandidates(of []projects.Project) []candidate[Suggested[projects.Project]] {
	var all []candidate[Suggested[projects.Project]]
	for _, p := range of {
		used := s.projectLastUsed[p.ID]
		if s.trackable[p.ID] && (used != nil || s.unused[p.ID]) {
			all = append(all, candidate[Suggested[projects.Project]]{
				suggestion: Suggested[projects.Project]{p, used}, text: string(p.Name), lastUsed: used})
		}
	}
	return all
}

func (s historyIndex) taskCandidates(tasks []projects.Task, newest int) []candidate[Suggested[projects.Task]] {
	var all []candidate[Suggested[projects.Task]]
	for i, t := range tasks {
		used := s.taskLastUsed[t.ID]
		isSuggested := used != nil || i < newest && s.unused[t.ProjectID]
		if !t.IsArchived && s.trackable[t.ProjectID] && isSuggested {
			all = append(all, candidate[Suggested[projects.Task]]{suggestion: Suggested[projects.Task]{t, used},
				text: string(t.Name), lastUsed: used})
		}
	}
	return all
}

// topMatches are the first candidates that contain the search term; never nil.
func topMatches[T any](all []candidate[T], term domain.SearchTerm, limit int) []T {
	var hits []candidate[T]
	for _, c := range all {
		at := term.IndexIn(c.text)
		if at < 0 {
			continue
		}
		if c.infix = at > 0; c.lastUsed == nil {
			c.sortText = domain.FoldText(c.text)
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

// firstBefore is the result of a comparison: -1 if the first comes first, else 1.
func firstBefore(first bool) int {
	if first {
		return -1
	}
	return 1
}
