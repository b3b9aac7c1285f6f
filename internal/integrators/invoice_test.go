package integrators_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// A client's invoice takes two requests: the sums of the approved time by project and task,
// and the entries behind them.
func TestInvoiceInTwoRequests(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	manager := programOf(t, owner, "full")
	client := manager.post("/clients", object{"name": "C"}).ID()
	project := manager.post("/projects", object{"name": "P", "clientId": client, "hourlyRate": 6000}).ID()
	other := manager.post("/projects", object{"name": "other", "hourlyRate": 6000}).ID()
	task := manager.post("/projects/"+project+"/tasks", object{"name": "T"}).ID()
	track := func(from, to, name, id string) {
		manager.post("/entries", object{"startedAt": "2026-06-17T" + from + ":00Z", "stoppedAt": "2026-06-17T" + to + ":00Z",
			name: id}).OK()
	}
	track("08:00", "08:30", "taskId", task)
	track("09:00", "09:10", "projectId", project)
	track("10:00", "10:10", "projectId", other)
	submission := manager.post("/timesheet-submissions",
		object{"periodStart": "2026-06-17", "periodEnd": "2026-06-17"}).ID()

	query := "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z&submission_status=approved&client_id=" + client
	if lines, rows := invoice(t, programOf(t, owner, "read"), query); lines != "" || rows != 0 {
		t.Errorf("before the approval: %s, and %d rows", lines, rows)
	}
	manager.post("/timesheet-submissions/"+submission+"/approve-all", nil).OK()
	track("11:00", "11:30", "taskId", task) // is not submitted
	script := programOf(t, owner, "read")
	lines, rows := invoice(t, script, query)
	if want := "P T 1800 3000, P <nil> 600 1000"; lines != want || rows != 2 || script.sent != 2 {
		t.Errorf("%s and %d rows in %d requests, want %s and 2 rows in 2 requests", lines, rows, script.sent, want)
	}
}

// invoice gives the lines of an invoice, and how many entries are behind them.
func invoice(t *testing.T, p *program, query string) (lines string, rows int) {
	t.Helper()
	var all []string
	for _, item := range p.get("/reports/summary?group_by=project,task&" + query).Items() {
		keys := item["keys"].([]any)
		all = append(all, fmt.Sprint(keys[0].(object)["name"], " ", keys[1].(object)["name"], " ", item["seconds"], " ",
			item["amount"]))
	}
	export := p.get("/entries/export?format=csv&" + query)
	table, err := csv.NewReader(strings.NewReader(string(export.Body))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, ", "), len(table) - 1
}
