package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// newProject makes a project with tasks.
func newProject(owner *apitest.User, name string, more object, tasks ...string) string {
	id := owner.Post("/api/projects", apitest.Body(object{"name": name}, more)).ID()
	for _, task := range tasks {
		owner.Post("/api/projects/"+id+"/tasks", object{"name": task}).OK()
	}
	return id
}

// namesOf are the candidates of an answer: the name, and what tells it from others.
func namesOf(out object) (all []string) {
	list, _ := out["candidates"].([]any)
	for _, one := range list {
		all = append(all, fmt.Sprint(at(one, "kind"), " ", at(one, "name.data"), " of ", at(one, "client.name.data"), " ",
			at(one, "project.name.data"), " ", at(one, "email.data")))
	}
	return all
}

// A person names a task alone, as in "log two hours on the carriage".
func TestTasksAreFoundByTheirWords(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	newProject(owner, "Difference Engine", nil, "Carriage", "Crank")
	archived := newProject(owner, "Old Engine", nil, "Carriage of old")
	owner.Patch("/api/projects/"+archived, object{"isArchived": true}).OK()
	a := newAgent(owner, "time")
	const carriage = "[task Carriage of <nil> Difference Engine <nil>]"
	for _, in := range []object{{"words": "carriage"}, {"words": "CARR", "kinds": []string{"task"}},
		{"words": "carriage", "project": "difference"}} {
		if out := a.ok(t, "find", in); fmt.Sprint(namesOf(out)) != carriage || out["candidates_are_partial"] != nil {
			t.Errorf("%v: %v", in, out)
		}
	}
	newProject(owner, "Website relaunch", nil)
	for _, words := range []string{"relaunch website", "Relaunch WEB", "  website   relaunch "} {
		const relaunch = "[project Website relaunch of <nil> <nil> <nil>]"
		if out := a.ok(t, "find", object{"words": words}); fmt.Sprint(namesOf(out)) != relaunch {
			t.Errorf("%q: %v", words, out)
		}
	}
	if out := a.ok(t, "find", object{"words": "website carriage"}); len(namesOf(out)) > 0 {
		t.Errorf("found without all words: %v", out)
	}
	row := object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T11:00", "project": "carriage"}
	in := object{"request_key": "monday", "entries": []object{row}}
	if out := a.ok(t, "log_time", in); out["status"] != "choose" || fmt.Sprint(namesOf(out)) != carriage {
		t.Errorf("words of a task for a project: %v", out)
	}
	delete(row, "project")
	row["task"] = "carriage"
	out := a.ok(t, "log_time", in)
	entry := out["entries"].([]any)[0].(object)
	if at(entry, "task.name.data") != "Carriage" || at(entry, "project.name.data") != "Difference Engine" {
		t.Errorf("%v", out)
	}
	if out := a.ok(t, "start_timer", object{"task": "crank"}); at(out, "timer.task.name.data") != "Crank" {
		t.Errorf("%v", out)
	}
	out = a.ok(t, "edit_time", object{"id": entry["id"], "version": entry["version"], "task": "crank"})
	if at(out, "entry.task.name.data") != "Crank" {
		t.Errorf("%v", out)
	}
	a.refused(t, "start_timer", object{"task": "nowhere"}, "not_found")
}

// One search looks at the tasks of 50 projects, and says that there are others.
func TestTasksOfManyProjects(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	for i := range 50 {
		newProject(owner, fmt.Sprint("Project ", i), nil)
	}
	newProject(owner, "The last", nil, "Carriage")
	a := newAgent(owner, "time")
	if out := a.ok(t, "find", object{"words": "carriage"}); out["candidates_are_partial"] != true {
		t.Errorf("%v", out)
	}
	_, failed := a.use(t, "start_timer", object{"task": "carriage"})
	if !strings.Contains(failed, "Name the project, too.") {
		t.Errorf("%q", failed)
	}
	a.ok(t, "start_timer", object{"task": "carriage", "project": "the last"})
}

// Records of one name have something that tells them apart.
func TestCandidatesOfOneNameDiffer(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	for _, client := range []string{"Babbage & Co", "Lovelace Ltd"} {
		id := owner.Post("/api/clients", object{"name": client}).ID()
		newProject(owner, "Website", object{"clientId": id}, "Review")
	}
	first, second := owner.AddMember("bob", "user"), owner.AddMember("bobby", "user")
	a := newAgent(owner, "time")
	const both = "[project Website of Babbage & Co <nil> <nil> " +
		"project Website of Lovelace Ltd <nil> <nil>]"
	for tool, in := range map[string]object{"find": {"words": "website", "kinds": []string{"project"}},
		"start_timer": {"project": "website"}} {
		if got := fmt.Sprint(namesOf(a.ok(t, tool, in))); got != both {
			t.Errorf("%s: %s", tool, got)
		}
	}
	if got := fmt.Sprint(namesOf(a.ok(t, "start_timer", object{"task": "review"}))); got !=
		"[task Review of <nil> Website <nil> task Review of <nil> Website <nil>]" {
		t.Errorf("%s", got)
	}
	people := fmt.Sprint(namesOf(a.ok(t, "list_time", object{"person": "bo"})))
	if !strings.Contains(people, first.Email) || !strings.Contains(people, second.Email) {
		t.Errorf("%s", people)
	}
}

// An exact name is found among more records than an answer lists, and the answer says that it does not list all.
func TestAnExactNameAmongManyIsFound(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	for i := range 22 {
		newProject(owner, fmt.Sprintf("A Zeta %02d", i), nil)
	}
	zeta := newProject(owner, "Zeta", nil)
	a := newAgent(owner, "time")
	found := a.ok(t, "find", object{"words": "zeta", "kinds": []string{"project"}})
	if list := namesOf(found); len(list) != 20 || !strings.HasPrefix(list[0], "project Zeta ") ||
		found["candidates_are_partial"] != true {
		t.Errorf("%v", found)
	}
	if out := a.ok(t, "start_timer", object{"project": "zeta"}); at(out, "timer.project.id") != zeta {
		t.Errorf("%v", out)
	}
	if out := a.ok(t, "start_timer", object{"project": "A Zeta"}); out["candidates_are_partial"] != true {
		t.Errorf("%v", out)
	}
}

// A time is read as people write it.
func TestLocalTimesOfOneDigit(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "time")
	out := a.ok(t, "start_timer", object{"started_at": "2026-06-17 9:00"})
	if at(out, "timer.started_at") != "2026-06-17T09:00:00+02:00" {
		t.Errorf("%v", out)
	}
}

// A summary without an end is up to now.
func TestSummariesWithoutAnEndAreUpToNow(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	track(owner, "2026-06-15", 2, nil)
	out := newAgent(owner, "read").ok(t, "summarize_time", object{"from": "2026-06-01"})
	if at(out, "total.seconds") != 7200.0 || out["to"] != "2026-06-17T14:00:00+02:00" {
		t.Errorf("%v", out)
	}
}
