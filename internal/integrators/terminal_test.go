package integrators_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// terminal is a timer for a terminal. Its commands are those of a person at work.
type terminal struct {
	t *testing.T
	*program
}

// start starts a timer, and says what it stopped.
func (x *terminal) start(body object) string {
	x.t.Helper()
	started := x.post("/timers/start", body).OK()
	if was, ok := started["stopped_entry"].(object); ok {
		return fmt.Sprintf("%v after %v, %v stopped", started["description"], was["duration_seconds"], was["description"])
	}
	return fmt.Sprint(started["description"])
}

// current is what runs, and for how many seconds.
func (x *terminal) current() string {
	x.t.Helper()
	timer, runs := x.get("/timers/current").OK()["timer"].(object)
	if !runs {
		return "nothing"
	}
	return fmt.Sprint(timer["description"], " ", timer["duration_seconds"])
}

// change changes the timer that runs.
func (x *terminal) change(body object) {
	x.t.Helper()
	timer := x.get("/timers/current").OK()["timer"].(object)
	x.do("PATCH", "/timers/"+timer["id"].(string), body).OK()
}

// stop stops what runs.
func (x *terminal) stop() string {
	x.t.Helper()
	answer := x.post("/timers/current/stop", nil)
	if answer.Status == 404 {
		return "nothing"
	}
	return fmt.Sprint(answer.OK()["description"], " ", answer.OK()["duration_seconds"])
}

// today lists the entries of the day, the newest first.
func (x *terminal) today() string {
	x.t.Helper()
	var all []string
	for _, e := range x.get("/entries?from=" + x.Clock.Now().Format(time.DateOnly) + "T00:00:00Z").Items() {
		all = append(all, fmt.Sprint(e["description"], " ", e["duration_seconds"]))
	}
	return strings.Join(all, ", ")
}

// resume starts what a search suggests first.
func (x *terminal) resume(search string) string {
	x.t.Helper()
	found := x.get("/tracker/suggestions?entriesLimit=1&tasksLimit=0&projectsLimit=0&search=" +
		search).OK()["entries"].([]any)[0].(object)
	return x.start(object{
		"projectId": found["project_id"], "taskId": found["task_id"], "description": found["description"],
		"tagIds": found["tag_ids"], "isBillable": found["is_billable"],
	})
}

// A key that may track time, and nothing else, is all that a timer in a terminal needs.
func TestTerminalTimer(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	manager := programOf(t, owner, "full")
	project := manager.post("/projects", object{"name": "Site"}).ID()
	manager.post("/projects/"+project+"/members", object{"userId": member.ID}).OK()
	task := manager.post("/projects/"+project+"/tasks", object{"name": "Draw"}).ID()
	tag := manager.post("/tags", object{"name": "remote"}).ID()

	x := &terminal{t, programOf(t, member, "time")}
	want := func(command, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
	want("stop", x.stop(), "nothing")
	want("current", x.current(), "nothing")
	want("start", x.start(object{"taskId": task, "tagIds": []string{tag}, "description": "icons", "isBillable": true}),
		"icons")
	api.Clock.Advance(10 * time.Minute)
	want("current", x.current(), "icons 600")
	x.change(object{"description": "icons, round two"})
	want("start", x.start(object{"description": "call"}), "call after 600, icons, round two stopped")
	api.Clock.Advance(5 * time.Minute)
	want("stop", x.stop(), "call 300")
	want("stop", x.stop(), "nothing")
	want("resume", x.resume("round"), "icons, round two")
	api.Clock.Advance(time.Minute)
	want("today", x.today(), "icons, round two 60, call 300, icons, round two 600")

	running := x.get("/timers/current").OK()["timer"].(object)
	if running["project_id"] != project || running["task_id"] != task || fmt.Sprint(running["tag_ids"]) != "["+tag+"]" ||
		running["is_billable"] != true {
		t.Errorf("continued as %v", running)
	}
}
