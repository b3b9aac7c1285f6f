package tracker_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
)

// fill adds 250 projects, and as many tasks, so that those from before are older.
func fill(owner *apitest.User, name string) {
	project := owner.Post("/api/projects", object{"name": "With tasks " + name}).ID()
	for batch := range 5 {
		rows := make([]object, 50)
		for i := range rows {
			rows[i] = object{"name": fmt.Sprint(name, " ", batch, " ", i)}
		}
		owner.Post("/api/projects:upsert", object{"items": rows}).OK()
		owner.Post("/api/projects/"+project+"/tasks:upsert", object{"items": rows}).OK()
		owner.Clock.Advance(time.Second)
	}
}

// Who is a member of few of many projects is suggested those that they used and those that they are a member of,
// however old these are. What is read of the workspace does not grow with it.
func TestSuggestionsInALargeWorkspace(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	var projects []string
	for _, name := range []string{"Used", "New to bob", "Of others"} {
		projects = append(projects, owner.Post("/api/projects", object{"name": name}).ID())
	}
	task := owner.Post("/api/projects/"+projects[0]+"/tasks", object{"name": "Planning"}).ID()
	for _, id := range projects[:2] {
		owner.Post("/api/projects/"+id+"/members", object{"userId": member.ID}).OK()
	}
	track(member, 9, object{"projectId": projects[0], "taskId": task, "description": "bob's"})
	read := func(name string) float64 {
		fill(owner, name)
		member.Probe.Reset()
		got := suggestedValues(member, "", "projects", "name") + ", " + suggestedValues(member, "", "tasks", "name") + ", " +
			suggestedValues(member, "", "entries", "project_name")
		if got != "Used New to bob, Planning, Used" {
			t.Errorf("suggested: %s", got)
		}
		return member.Probe.Snapshot().Read
	}
	once := read("Some")
	if got := suggestedValues(member, "search=to%20bob", "projects", "name"); got != "New to bob" {
		t.Errorf("found: %s", got)
	}
	if got := suggestedValues(owner, "", "projects", "name"); got == "" {
		t.Error("the owner is suggested nothing")
	}
	track(owner, 8, object{"projectId": projects[2], "description": "ada's"})
	if got := suggestedValues(owner, "projectsLimit=1", "projects", "name"); got != "Of others" {
		t.Errorf("the owner is suggested %s", got)
	}
	if twice := read("More"); twice > once {
		t.Errorf("%v units, and %v with twice the projects", once, twice)
	}
}
