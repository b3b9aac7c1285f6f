package mcp_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The lines of records. README.md explains them.
var (
	entryLine     = regexp.MustCompile(`^(\S+) (\d\d:\d\d)-(\d\d:\d\d)?(?: ([^"]+?))?(?: "(.*)")?$`)
	timesheetLine = regexp.MustCompile(`^timesheet (\S+)\.\.(\S+) (submitted|approved|rejected|withdrawn)$`)
)

// make makes the records of lines, as their people.
func (w *world) make(lines map[string][]string) {
	w.t.Helper()
	for person, some := range lines {
		for _, line := range some {
			w.makeLine(w.people[person], line)
		}
	}
}

// makeLine makes one record.
func (w *world) makeLine(p *apitest.User, line string) {
	w.t.Helper()
	if m := timesheetLine.FindStringSubmatch(line); m != nil {
		w.makeTimesheet(p, m[1], m[2], m[3])
		return
	}
	m := entryLine.FindStringSubmatch(line)
	if m == nil {
		w.t.Fatalf("no record: %q", line)
	}
	body := w.place(m[4])
	body["startedAt"], body["description"] = w.moment(m[1], m[2]), m[5]
	if m[3] == "" {
		p.Post("/api/timers/start", body).OK()
		return
	}
	body["stoppedAt"] = w.moment(m[1], m[3])
	p.Post("/api/entries", body).OK()
}

// makeTimesheet submits a period, and decides on it as olga.
func (w *world) makeTimesheet(p *apitest.User, first, last, status string) {
	w.t.Helper()
	sent := p.Post(submissionsPath, object{"periodStart": first, "periodEnd": last}).OK()
	path := submissionsPath + "/" + sent["id"].(string)
	switch status {
	case "approved":
		w.people["olga"].Post(path+"/approve-all", nil).OK()
	case "withdrawn":
		p.Post(path+"/withdraw", nil).OK()
	case "rejected":
		for _, line := range sent["lines"].([]any) {
			w.people["olga"].Post("/api/workspaces/me/submission-lines/"+at(line, "id").(string)+"/reject",
				object{"reason": "Which project?"}).OK()
		}
	}
}

// moment is a local time of a day.
func (w *world) moment(day, clock string) string {
	w.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, w.zone)
	if err != nil {
		w.t.Fatal(err)
	}
	return at.UTC().Format(time.RFC3339)
}

// place is the project or the task of a name, as part of a body.
func (w *world) place(name string) object {
	w.t.Helper()
	id, known := w.ids[name]
	switch {
	case name == "":
		return object{}
	case !known:
		w.t.Fatalf("no project or task: %q", name)
	case strings.Contains(name, " / "):
		return object{"taskId": id}
	}
	return object{"projectId": id}
}

// records are the lines of all records of a person.
func (w *world) records(person string) (lines []string) {
	w.t.Helper()
	p := w.people[person]
	for _, e := range p.Get("/api/entries?limit=200&user_id=" + p.ID).Items() {
		lines = append(lines, w.entryLine(e))
	}
	for _, s := range p.Get(submissionsPath + "?limit=200&user_id=" + p.ID).Items() {
		lines = append(lines, fmt.Sprintf("timesheet %s..%s %s", s["period_start"], s["period_end"], s["status"]))
	}
	slices.Sort(lines)
	return lines
}

// entryLine is the line of an entry or a timer.
func (w *world) entryLine(e object) string {
	local := func(name string) time.Time {
		text, _ := e[name].(string)
		at, _ := time.Parse(time.RFC3339, text)
		return at.In(w.zone)
	}
	line := local("started_at").Format("2006-01-02 15:04-")
	if e["stopped_at"] != nil {
		line += local("stopped_at").Format("15:04")
	}
	if id, _ := e["task_id"].(string); id != "" {
		line += " " + w.names[id]
	} else if id, _ := e["project_id"].(string); id != "" {
		line += " " + w.names[id]
	}
	if e["description"] != "" {
		line += fmt.Sprintf(" %q", e["description"])
	}
	if e["is_locked"] == true {
		line += " (locked)"
	}
	return line
}

// everything is what all people have: the lines of each.
func (w *world) everything() map[string][]string {
	w.t.Helper()
	lines := map[string][]string{}
	for _, person := range []string{"ana", "andrew", "ira", "mike", "olga"} {
		lines[person] = w.records(person)
	}
	return lines
}

// stored is what the table has of the workspace and its time.
func (w *world) stored() []map[string]types.AttributeValue {
	w.t.Helper()
	return testkit.DumpWhere(w.t, w.Table, func(item map[string]types.AttributeValue) bool {
		pk := table.KeyOf(item).PK
		return key.Workspaces.Matches(pk) || key.UserTime.Matches(pk) || key.Submissions.Matches(pk)
	})
}
