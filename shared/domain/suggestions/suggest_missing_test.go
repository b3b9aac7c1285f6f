package suggestions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/suggestions"
	"stint/shared/domain/timelog"
)

// historyReader reads a history part by part, as the store does.
type historyReader struct {
	whole                    suggestions.History
	entries, projects, tasks int // how many were read
	lookedUp                 map[domain.ID]bool
	rounds                   int
}

func (r *historyReader) read(m suggestions.Missing, records int) suggestions.History {
	r.rounds++
	newest := r.whole.Newest
	r.entries = min(r.entries+m.Entries, suggestions.MaxSuggestEntries, len(r.whole.Entries))
	if m.Projects {
		r.projects = min(records, newest, len(r.whole.Projects))
	}
	if m.Tasks {
		r.tasks = min(records, newest, len(r.whole.Tasks))
	}
	for _, id := range slices.Concat(m.ProjectIDs, m.TaskIDs) {
		r.lookedUp[id] = true
	}
	h := r.whole
	h.Entries, h.Projects, h.Tasks, h.LookedUp = h.Entries[:r.entries], nil, nil, r.lookedUp
	for i, p := range r.whole.Projects {
		if i < r.projects || r.lookedUp[p.ID] {
			h.Projects = append(h.Projects, p)
		}
	}
	for i, t := range r.whole.Tasks {
		if i < r.tasks || r.lookedUp[t.ID] {
			h.Tasks = append(h.Tasks, t)
		}
	}
	h.More = suggestions.MoreHistory{Entries: r.entries < len(r.whole.Entries),
		Projects: r.projects < min(newest, len(r.whole.Projects)), Tasks: r.tasks < min(newest, len(r.whole.Tasks))}
	h.Older = suggestions.OlderHistory{Projects: r.projects == newest && newest < len(r.whole.Projects),
		Tasks: r.tasks == newest && newest < len(r.whole.Tasks)}
	return h
}

// firstRecords is how many projects and tasks are read first here, and newestRecords how many at most.
const (
	firstRecords  = 40
	newestRecords = 60
)

// readMissing reads a history until nothing is missing.
func readMissing(t *testing.T, whole suggestions.History,
	q suggestions.SuggestionQuery) (suggestions.History, *historyReader) {
	t.Helper()
	r := &historyReader{whole: whole, lookedUp: map[domain.ID]bool{}}
	records := firstRecords
	if q.Search != "" {
		records = whole.Newest
	}
	missing := suggestions.Missing{Entries: q.FirstEntries(), Projects: true, Tasks: true}
	for {
		h := r.read(missing, records)
		if missing, records = h.Missing(q), whole.Newest; missing.IsNothing() {
			return h, r
		}
		if r.rounds == 7 {
			t.Fatalf("after %d rounds there is missing %+v", r.rounds, missing)
		}
	}
}

// randomHistory is a history of at most 400 entries, some of the same second, with
// projects and tasks that are hidden, archived, deleted, or never used.
func randomHistory(random *rand.Rand) suggestions.History {
	h := suggestions.History{CanSee: func(p projects.Project) bool { return p.Visibility == domain.Public }}
	usable := func(n int) int { return 1 + random.IntN(n) }
	projectCount, tasks := random.IntN(100), random.IntN(100)
	for i := range projectCount {
		p := public(fmt.Sprintf("p%03d", 999-i), fmt.Sprint("name ", random.IntN(50)))
		if p.IsArchived = random.IntN(8) == 0; random.IntN(8) == 0 {
			p.Visibility = domain.Private
		}
		if h.Projects = append(h.Projects, p); random.IntN(4) == 0 {
			h.Own = append(h.Own, p.ID)
		}
	}
	for i := range tasks {
		task := projects.Task{ID: domain.ID(fmt.Sprintf("t%03d", 999-i)),
			Name: domain.Name(fmt.Sprint("name ", random.IntN(50))), IsArchived: random.IntN(8) == 0, ProjectID: "gone"}
		if projectCount > 0 {
			task.ProjectID = h.Projects[random.IntN(projectCount)].ID
		}
		h.Tasks = append(h.Tasks, task)
	}
	texts, usedProjects, usedTasks, pause := usable(60), usable(projectCount+1), usable(tasks+1), usable(5)
	for i := range random.IntN(suggestions.MaxSuggestEntries + 1) {
		e := timelog.Entry{ID: domain.ID(fmt.Sprint(i)), Description: domain.Text(fmt.Sprint("work ", random.IntN(texts))),
			StartedAt: suggestNow}
		if i > 0 {
			e.StartedAt = h.Entries[i-1].StartedAt.Plus(-time.Duration(random.IntN(pause)) * time.Second)
		}
		if n := random.IntN(usedProjects); n < projectCount {
			e.ProjectID = h.Projects[projectCount-1-n].ID
			h.Projects[projectCount-1-n].Used = true
		}
		if n := random.IntN(usedTasks); n < tasks && random.IntN(3) > 0 {
			task := &h.Tasks[tasks-1-n]
			e.TaskID, e.ProjectID, task.Used = task.ID, task.ProjectID, true
			for j := range h.Projects {
				h.Projects[j].Used = h.Projects[j].Used || h.Projects[j].ID == task.ProjectID
			}
		}
		h.Entries = append(h.Entries, e)
	}
	return h
}

// What is read part by part leads to the same suggestions as the whole history.
func TestSuggestNeedsOnlyWhatIsMissing(t *testing.T) {
	t.Parallel()
	stoppedEarly := 0
	for seed := range uint64(1_500) {
		random := rand.New(rand.NewPCG(35, seed))
		whole := randomHistory(random)
		q := suggestions.SuggestionQuery{Entries: random.IntN(15), Tasks: random.IntN(15), Projects: random.IntN(15)}
		if whole.Newest = newestRecords; random.IntN(5) == 0 {
			q.Search, whole.Newest = "name 1", q.Newest()
		}
		h, r := readMissing(t, whole, q)
		if got, want := formatSuggestions(h.Suggest(q)), formatSuggestions(whole.Suggest(q)); got != want {
			t.Fatalf("seed %d, %+v, %d of %d entries: %s, want %s", seed, q, r.entries, len(whole.Entries), got, want)
		}
		if r.entries < len(whole.Entries) {
			stoppedEarly++
		}
		if q.Search != "" && (r.rounds > 1 || r.entries != len(whole.Entries)) {
			t.Fatalf("seed %d: a search took %d rounds for %d entries", seed, r.rounds, r.entries)
		}
	}
	if stoppedEarly < 200 {
		t.Errorf("only %d histories were not read to their end", stoppedEarly)
	}
}

// The latest entries suffice when they have enough, or when the others can only
// repeat them.
func TestSuggestStopsEarly(t *testing.T) {
	t.Parallel()
	entries := make([]timelog.Entry, 400)
	for i := range entries {
		entries[i] = timelog.Entry{Description: domain.Text(fmt.Sprint(i % 12)), ProjectID: "p1", TaskID: "t1"}
	}
	with := func(p projects.Project, tasks ...projects.Task) suggestions.History {
		used := public("p1", "used")
		used.Used = true
		h := historyOf(entries...)
		h.Projects, h.Tasks = []projects.Project{p, used}, append(tasks, projects.Task{ID: "t1", ProjectID: "p1", Used: true})
		return h
	}
	other, hidden, archived := public("p2", "other"), public("p2", "hidden"), public("p2", "archived")
	other.Used, hidden.Used, archived.Used = true, true, true
	hidden.Visibility, archived.IsArchived = domain.Private, true
	ten := suggestions.SuggestionQuery{Entries: 10, Tasks: 10, Projects: 10}
	for _, c := range []struct {
		name    string
		history suggestions.History
		query   suggestions.SuggestionQuery
		want    int
	}{
		{"all is used", with(public("p2", "never used")), ten, 22},
		{"another project was used at some time", with(other), ten, 400},
		{"it does not count", with(other), suggestions.SuggestionQuery{Entries: 10, Tasks: 10}, 22},
		{"it is hidden", with(hidden), ten, 22},
		{"it is archived", with(archived), ten, 22},
		{"a task was never used", with(hidden, projects.Task{ID: "t2", ProjectID: "p1"}), ten, 22},
		{"a task was used at some time", with(hidden, projects.Task{ID: "t2", ProjectID: "p1", Used: true}), ten, 400},
		{"few combinations", with(hidden), suggestions.SuggestionQuery{Entries: 13}, 400},
		{"exactly enough combinations", with(hidden), suggestions.SuggestionQuery{Entries: 12, Tasks: 1, Projects: 1}, 24},
		{"a search", with(hidden), suggestions.SuggestionQuery{Search: "1", Entries: 1}, 400},
	} {
		if _, r := readMissing(t, c.history, c.query); r.entries != c.want {
			t.Errorf("%s: %d entries were read, want %d", c.name, r.entries, c.want)
		}
	}
}
