package integrators_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
)

// importer imports the data of another system.
type importer struct{ *program }

func (x *importer) do(method, path string, body any) *apitest.Answer {
	answer := x.program.do(method, path, body)
	answer.OK()
	return answer
}

// upsert finds or makes records in parts of 50, and returns their ids.
func (x *importer) upsert(path string, rows []object) (ids []string) {
	for len(rows) > 0 {
		n := min(50, len(rows))
		for _, item := range x.do("POST", path+":upsert", object{"items": rows[:n]}).Items() {
			ids = append(ids, item["record"].(object)["id"].(string))
		}
		rows = rows[n:]
	}
	return ids
}

const importedRows = 2_000

// run imports the rows of another system: 20 clients, 40 projects with 3 tasks each, 60
// tags, and the time of the given people. What was imported before is found again.
func (x *importer) run(people []string) {
	clients := x.upsert("/clients", manyRows(20,
		func(i int) object { return object{"name": fmt.Sprint("Client ", i), "externalId": fmt.Sprint("c", i)} }))
	projects := x.upsert("/projects", manyRows(40, func(i int) object {
		return object{"name": fmt.Sprint("Project ", i), "clientId": clients[i%20], "externalId": fmt.Sprint("p", i)}
	}))
	tags := x.upsert("/tags", manyRows(60, func(i int) object { return object{"name": fmt.Sprint("Tag ", i)} }))
	var tasks []string
	for _, p := range projects {
		tasks = append(tasks, x.upsert("/projects/"+p+"/tasks",
			manyRows(3, func(i int) object { return object{"name": fmt.Sprint("Task ", i)} }))...)
	}
	entries := manyRows(importedRows, func(i int) object {
		start := time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
		return object{
			"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", i), "userId": people[i%len(people)],
			"externalId": fmt.Sprint("e", i), "taskId": tasks[i%len(tasks)], "tagIds": []string{tags[i%len(tags)]},
			"startedAt": start.Format(time.RFC3339), "stoppedAt": start.Add(time.Hour).Format(time.RFC3339),
			"isBillable": i%2 == 0, "hourlyRate": 5000,
		}
	})
	for len(entries) > 0 {
		n := min(49, len(entries)) // 49 entries, 49 external ids, and the record in the audit log
		x.do("POST", "/entries:bulk", object{"items": entries[:n]})
		entries = entries[n:]
	}
}

func manyRows(n int, row func(i int) object) []object {
	rows := make([]object, n)
	for i := range rows {
		rows[i] = row(i)
	}
	return rows
}

// An import of 2,000 rows takes fewer than 100 requests, also a second time, when it
// changes nothing.
func TestImportTakesFewerThanAHundredRequests(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	former, present := owner.AddMember("fred", "user"), owner.AddMember("petra", "user")
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + former.ID).OK()
	people := []string{former.ID, present.ID, owner.ID}
	for round := range 2 {
		x := &importer{programOf(t, owner, "full")}
		x.run(people)
		if x.sent >= 100 {
			t.Errorf("round %d: %d requests, want fewer than 100", round, x.sent)
		}
		t.Logf("round %d: %d requests", round, x.sent)
	}
	x := &importer{programOf(t, owner, "full")}
	if got := len(x.do("GET", "/projects?limit=200", nil).Items()); got != 40 {
		t.Errorf("%d projects, want 40", got)
	}
	last := x.do("GET", "/entries?external_id=e1998&user_id="+former.ID, nil).Items()
	if len(last) != 1 || last[0]["hourly_rate"] != 5000.0 || last[0]["version"] != 1.0 {
		t.Errorf("the last row of a former member: %v", last)
	}
	seconds := x.do("GET", "/reports/summary?from=2025-01-01T00:00:00Z&to=2025-12-31T00:00:00Z&group_by=user",
		nil).OK()["total"].(object)["seconds"]
	if seconds != float64(importedRows*3600) {
		t.Errorf("%v seconds, want %d", seconds, importedRows*3600)
	}
}
