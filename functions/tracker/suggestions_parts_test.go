package tracker_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/suggestions"
	"stint/shared/store/timedb"
)

// readHistory reads what the suggestions for a user with the role user are made from,
// beginning with parts of the given sizes.
func readHistory(t *testing.T, p *apitest.User, entries, records, newest int,
	missing func(suggestions.History) suggestions.Missing) suggestions.History {
	t.Helper()
	work, err := p.Deps.Store.RecentWork(t.Context(), domain.ID(p.WorkspaceID), timedb.RecentQuery{
		UserID: domain.ID(p.ID), Since: domain.InstantOf(apitest.StartTime).Plus(-suggestions.MaxSuggestAge),
		ProjectMembers: true, FirstEntries: entries, FirstRecords: records, Newest: newest,
		Missing: func(work timedb.RecentWork) suggestions.Missing { return missing(historyOf(work, newest)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return historyOf(work, newest)
}

func historyOf(work timedb.RecentWork, newest int) suggestions.History {
	h := work.History
	h.Newest = newest
	h.CanSee = func(p projects.Project) bool {
		_, isMember := work.ProjectMembers[p.ID]
		return isMember || p.Visibility == domain.Public
	}
	return h
}

func formatWhole(s suggestions.Suggestions) (all string) {
	for _, e := range s.Entries {
		project, task := domain.Name("-"), domain.Name("-")
		if e.Project != nil {
			if project = e.Project.Name; e.Task != nil {
				task = e.Task.Name
			}
		}
		all += fmt.Sprintln(e.Entry.Description, project, task, e.Entry.StartedAt)
	}
	for _, p := range s.Projects {
		all += fmt.Sprintln(p.Record.Name, formatUse(p.LastUsedAt))
	}
	for _, task := range s.Tasks {
		all += fmt.Sprintln(task.Record.Name, formatUse(task.LastUsedAt))
	}
	return all
}

func formatUse(at *domain.Instant) any {
	if at == nil {
		return nil
	}
	return *at
}

func formatShown(answer object) (all string) {
	orDash := func(name any) any {
		if name == nil {
			return "-"
		}
		return name
	}
	for _, e := range answer["entries"].([]any) {
		e := e.(object)
		all += fmt.Sprintln(e["description"], orDash(e["project_name"]), orDash(e["task_name"]), e["last_used_at"])
	}
	for _, list := range []string{"projects", "tasks"} {
		for _, one := range answer[list].([]any) {
			all += fmt.Sprintln(one.(object)["name"], one.(object)["last_used_at"])
		}
	}
	return all
}

// What is read in parts, of the usual sizes and of random ones, leads to the suggestions
// of the whole history.
func TestSuggestionsAreThoseOfTheWholeHistory(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	random := rand.New(rand.NewPCG(3, 5))
	var projects, tasks []string // that the member tracks to
	for i := range 70 {
		body := object{"name": fmt.Sprint("project ", random.IntN(1000), " ", i)}
		if i%9 == 0 {
			body["visibility"] = "public"
		}
		id := owner.Post("/api/projects", body).ID()
		task := owner.Post("/api/projects/"+id+"/tasks", object{"name": fmt.Sprint("task ", random.IntN(1000), " ", i)}).ID()
		if i%5 > 0 {
			owner.Post("/api/projects/"+id+"/members", object{"userId": member.ID}).OK()
			projects, tasks = append(projects, id), append(tasks, task)
		}
	}
	compare := func() {
		t.Helper()
		const newest = suggestions.MaxSuggestNewest
		whole := readHistory(t, member, suggestions.MaxSuggestEntries, newest, newest,
			func(suggestions.History) suggestions.Missing { return suggestions.Missing{} })
		for range 25 {
			q := suggestions.SuggestionQuery{Entries: random.IntN(16), Tasks: random.IntN(16), Projects: random.IntN(16)}
			want := formatWhole(whole.Suggest(q))
			parts := readHistory(t, member, 1+random.IntN(30), 1+random.IntN(50), newest,
				func(h suggestions.History) suggestions.Missing { return h.Missing(q) })
			if got := formatWhole(parts.Suggest(q)); got != want {
				t.Fatalf("%+v:\n%s\nwant\n%s", q, got, want)
			}
			path := fmt.Sprintf("/api/tracker/suggestions?entriesLimit=%d&tasksLimit=%d&projectsLimit=%d", q.Entries, q.Tasks,
				q.Projects)
			if got := formatShown(member.Get(path).OK()); got != want {
				t.Fatalf("%+v:\n%s\nwant\n%s", q, got, want)
			}
		}
	}
	compare()
	for _, used := range []int{3, 14, len(projects)} {
		items := make([]object, 100)
		for i := range items {
			n := random.IntN(used)
			items[i] = object{
				"id": domain.NewID(), "startedAt": at(-2*i/3 - 1), "stoppedAt": at(0), "projectId": projects[n],
				"description": fmt.Sprint("work ", random.IntN(used)),
			}
			if random.IntN(3) > 0 {
				items[i]["taskId"] = tasks[n]
			}
		}
		member.Post("/api/entries:bulk", object{"items": items}).OK()
		compare()
	}
	for i := 0; i < len(projects); i += 4 {
		owner.Patch("/api/projects/"+projects[i], object{"isArchived": true}).OK()
		owner.Post("/api/tasks/"+tasks[i+1]+"/archive", nil).OK()
		owner.Delete("/api/projects/" + projects[i+2] + "/members/" + member.ID).OK()
	}
	compare()
}
