package suggestions

import (
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
)

import "slices"

// Missing is the part of a history that suggestions need and that was not read yet.
type Missing struct {
	Entries         int  // so many entries more
	Projects, Tasks bool // the rest of them
	// Single records, in place of the rest of them.
	ProjectIDs, TaskIDs []domain.ID
}

// IsNothing reports whether the history has all that the suggestions need.
func (m Missing) IsNothing() bool {
	return m.Entries == 0 && !m.Projects && !m.Tasks && len(m.ProjectIDs) == 0 && len(m.TaskIDs) == 0
}

// Sizes of the parts in which a history is read.
const (
	suggestFirstEntries  = 22 // at least; entries of the usual size take four read units
	suggestEntriesGrowth = 5  // after each part of the entries so many times as many are read as before
	maxSuggestLookups    = 20 // more single records cost more than the rest of the list
)

// FirstEntries is how many entries to read first. A search needs all of them.
func (q SuggestionQuery) FirstEntries() int {
	if q.Search != "" {
		return MaxSuggestEntries
	}
	return max(suggestFirstEntries, 2*max(q.Entries, q.Tasks, q.Projects))
}

// Newest is how many projects and tasks to list, the newest ones. Those that the entries name may be older.
func (q SuggestionQuery) Newest() int {
	if q.Search != "" {
		return MaxSuggestProjects
	}
	return MaxSuggestNewest
}

// Missing is what must still be read before Suggest gives the same answer as for the
// whole history.
func (h History) Missing(q SuggestionQuery) Missing {
	f := missingFinder{historyIndex: h.index(), history: h}
	if q.Search != "" {
		f.needEntries(h.More.Entries)
		return Missing{Entries: f.missing.Entries, Projects: h.More.Projects, Tasks: h.More.Tasks}
	}
	f.findEntries(q.Entries)
	f.findProjects(q.Projects)
	f.findTasks(q.Tasks)
	return f.result()
}

// missingFinder finds what is missing in a history.
type missingFinder struct {
	historyIndex
	history History
	missing Missing
}

// result asks for the rest of a list where single records would be too many, or did not
// suffice before. Where the list is read as far as it counts, it asks for all that the entries name.
func (f *missingFinder) result() Missing {
	again := len(f.history.LookedUp) > 0
	if again && len(f.missing.ProjectIDs)+len(f.missing.TaskIDs) > 0 {
		f.lookUpAll()
	}
	m := f.missing
	if f.history.More.Projects {
		m.ProjectIDs, m.Projects = lookupsOrRest(m.ProjectIDs, m.Projects, again)
	}
	if f.history.More.Tasks {
		m.TaskIDs, m.Tasks = lookupsOrRest(m.TaskIDs, m.Tasks, again)
	}
	return m
}

// lookUpAll reports all projects and tasks of the entries.
func (f *missingFinder) lookUpAll() {
	for _, e := range f.history.Entries {
		f.project(e.ProjectID)
		f.task(e.TaskID, e.ProjectID)
	}
}

func lookupsOrRest(ids []domain.ID, rest, again bool) ([]domain.ID, bool) {
	if rest || again && len(ids) > 0 || len(ids) > maxSuggestLookups {
		return nil, true
	}
	return ids, false
}

// findEntries reports entries, unless enough combinations are known.
func (f *missingFinder) findEntries(limit int) {
	found := map[string]bool{}
	for _, e := range f.history.Entries {
		if len(found) == limit {
			return
		}
		project, task := f.project(e.ProjectID), f.task(e.TaskID, e.ProjectID)
		if (project == nil || f.trackable[project.ID]) && (task == nil || !task.IsArchived) {
			found[combinationKey(e)] = true
		}
	}
	if len(found) < limit && f.history.More.Entries {
		f.missing.Entries = max(f.missing.Entries, f.nextEntries(len(found), limit))
	}
}

// nextEntries is how many entries to read after those that have so many combinations of
// limit. It is all that count if a part of the usual size will hardly have enough: the
// number of combinations seldom grows faster than that of the entries.
func (f *missingFinder) nextEntries(found, limit int) int {
	if suggestEntriesGrowth*found <= limit {
		return MaxSuggestEntries
	}
	return (suggestEntriesGrowth - 1) * len(f.history.Entries)
}

// project is the project with that id, nil for none. It reports one that may be in the
// part of the list that was not read.
func (f *missingFinder) project(id domain.ID) *projects.Project {
	p := f.projects[id]
	mayBeThere := f.history.More.Projects || f.history.Older.Projects
	if p == nil && id != "" && mayBeThere && !f.history.LookedUp[id] &&
		!slices.Contains(f.missing.ProjectIDs, id) {
		f.missing.ProjectIDs = append(f.missing.ProjectIDs, id)
	}
	return p
}

// task is project for the task of an entry, which needs the task's project as well.
func (f *missingFinder) task(id, project domain.ID) *projects.Task {
	t := f.tasks[id]
	mayBeThere := f.history.More.Tasks || f.history.Older.Tasks
	if t == nil && id != "" && mayBeThere && !f.history.LookedUp[id] && !slices.Contains(f.missing.TaskIDs, id) {
		f.missing.TaskIDs = append(f.missing.TaskIDs, id)
		f.project(project)
	}
	return t
}

func (f *missingFinder) findProjects(limit int) {
	used := f.findUsed(limit, func(e timelog.Entry) (domain.ID, bool) {
		p := f.project(e.ProjectID)
		return e.ProjectID, p != nil && f.trackable[p.ID] || slices.Contains(f.missing.ProjectIDs, e.ProjectID)
	})
	if used == nil {
		return
	}
	f.missing.Projects = f.missing.Projects || f.history.More.Projects
	f.findOwn()
	f.needEntries(f.history.More.Entries && f.history.Older.Projects)
	for _, p := range f.history.Projects {
		f.needEntries(f.history.More.Entries && f.trackable[p.ID] && p.Used && !used[p.ID])
	}
}

func (f *missingFinder) findTasks(limit int) {
	used := f.findUsed(limit, func(e timelog.Entry) (domain.ID, bool) {
		t := f.task(e.TaskID, e.ProjectID)
		if t == nil {
			return e.TaskID, slices.Contains(f.missing.TaskIDs, e.TaskID)
		}
		return e.TaskID, !t.IsArchived && (f.project(t.ProjectID) != nil && f.trackable[t.ProjectID] ||
			slices.Contains(f.missing.ProjectIDs, t.ProjectID))
	})
	if used == nil {
		return
	}
	f.missing.Tasks = f.missing.Tasks || f.history.More.Tasks
	f.missing.Projects = f.missing.Projects || f.history.More.Projects
	f.findOwn()
	f.needEntries(f.history.More.Entries && (f.history.Older.Projects || f.history.Older.Tasks))
	for _, t := range f.history.Tasks {
		f.needEntries(f.history.More.Entries && !t.IsArchived && f.trackable[t.ProjectID] && t.Used && !used[t.ID])
	}
}

// findOwn reports the projects that are suggested because the user is a member of them.
func (f *missingFinder) findOwn() {
	for _, id := range f.history.own() {
		f.project(id)
	}
}

// needEntries asks for all entries that count, if they are needed: a project or a task
// that was not met in the latest ones may be in any of the others, and so may one that is not listed.
func (f *missingFinder) needEntries(needed bool) {
	if needed {
		f.missing.Entries = MaxSuggestEntries
	}
}

// findUsed is nil if the latest entries name enough records that may be suggested. Else
// it returns all that they name. A record whose last use is as old as the oldest entry
// does not count while there are more entries: another one of the same second may come
// before it. For the same reason all records of the second of the last one are looked at.
func (f *missingFinder) findUsed(limit int, of func(timelog.Entry) (id domain.ID, suggested bool)) map[domain.ID]bool {
	if limit == 0 {
		return nil
	}
	used, found := map[domain.ID]bool{}, 0
	var last domain.Instant // the use of the record that completes them
	for _, e := range f.history.Entries {
		if found >= limit && e.StartedAt.Before(last.Time) {
			return nil
		}
		id, suggested := of(e)
		if id == "" || used[id] {
			continue
		}
		used[id] = true
		if suggested && f.isSettled(e) {
			if found++; found == limit {
				last = e.StartedAt
			}
		}
	}
	if found >= limit {
		return nil
	}
	return used
}

// isSettled reports whether every entry of the same second was read.
func (f *missingFinder) isSettled(e timelog.Entry) bool {
	entries := f.history.Entries
	return !f.history.More.Entries || entries[len(entries)-1].StartedAt.Before(e.StartedAt.Time)
}
