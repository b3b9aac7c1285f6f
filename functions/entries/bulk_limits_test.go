package entries_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

func TestBulkTakesOneToAHundredRows(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	owner.Post("/api/entries:bulk", row{"items": nil}).Invalid("items required")
	owner.Post("/api/entries:bulk", row{"items": []row{}}).Invalid("items min_items")
	owner.Post("/api/entries:bulk", row{}).Invalid("items required")
	owner.Post("/api/entries:bulk", nil).Invalid(" required")
	wantRefused(t, owner, newRows(101)...).Invalid("items max_items")
	if got := len(sendBulk(owner, newRows(100)...).Items()); got != 100 {
		t.Errorf("%d results, want 100", got)
	}
}

// Rows after the hundredth are reported too if they share an id, also when they are more than a request lists of other
// problems.
func TestBulkReportsDuplicatesAfterTheHundredthRow(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	rows := newRows(103)
	rows[100]["id"], rows[101]["id"] = strings.ToUpper(rows[102]["id"].(string)), rows[1]["id"]
	rows[102]["startedAt"] = "never" // is not read
	wantRefused(t, owner, rows...).Invalid("items max_items", "items[1].id duplicate_entry_id",
		"items[100].id duplicate_entry_id", "items[101].id duplicate_entry_id", "items[102].id duplicate_entry_id")
	var many []row
	for range 1500 {
		many = append(many, row{"id": rowID(1)})
	}
	answer := wantRefused(t, owner, many...)
	fields := answer.Problem(422, "validation")["errors"].([]any)
	last := fields[len(fields)-1].(map[string]any)
	if len(fields) != len(many) || last["field"] != "items[1499].id" || last["code"] != "duplicate_entry_id" {
		t.Errorf("%d problems, the last is %v", len(fields), last)
	}
}

func TestBulkTakesAHundredWrites(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	stop := row{"id": timer, "stoppedAt": clock(11, 30)}
	wantRefused(t, owner, append(newRows(99), stop)...).Invalid("items max_items")
	sendBulk(owner, append(newRows(98), stop)...).OK()
	sendBulk(owner, append(newRows(99), stop)...).OK() // a row that changes nothing costs one

	changed := newRows(99)
	changed[0]["description"] = "changed"
	second := owner.Post("/api/timers/start", row{"startedAt": clock(11, 40)}).ID()
	stopSecond := row{"id": second, "stoppedAt": clock(11, 50)}
	wantRefused(t, owner, append(changed, stopSecond)...).Invalid("items max_items")
	sendBulk(owner, append(changed[:98:98], stopSecond)...).OK()

	forbidOverlap(owner)
	later := newRows(100)
	for i := range later {
		later[i]["id"] = rowID(1000 + i)
		later[i]["startedAt"] = strings.Replace(later[i]["startedAt"].(string), "06-17", "06-16", 1)
		later[i]["stoppedAt"] = strings.Replace(later[i]["stoppedAt"].(string), "06-17", "06-16", 1)
	}
	wantRefused(t, owner, later...).Invalid("items max_items")
	sendBulk(owner, later[:99]...).OK()
	sendBulk(owner, append(changed[:98:98], stop, stopSecond)...).OK() // nothing changes
}

func TestBulkAtBodySizeLimit(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	rows := newRows(100)
	for i := range rows {
		rows[i]["description"] = strings.Repeat("x", 2000)
	}
	body, err := json.Marshal(row{"items": rows})
	if err != nil {
		t.Fatal(err)
	}
	exactly := string(body) + strings.Repeat(" ", config.DefaultMaxBody-len(body))
	owner.Post("/api/entries:bulk", exactly+" ").Problem(http.StatusRequestEntityTooLarge, "payload_too_large")
	if got := len(owner.Get("/api/entries").Items()); got != 0 {
		t.Errorf("%d entries after a body over the cap", got)
	}
	if got := len(owner.Post("/api/entries:bulk", exactly).Items()); got != 100 {
		t.Errorf("%d results, want 100", got)
	}
}

// countCalls writes the calls to the database in short, such as "2B 1T".
func countCalls(api *apitest.Service) string {
	counts := api.Probe.Snapshot().Calls
	var parts []string
	for _, op := range []string{"BatchGetItem", "GetItem", "Query", "UpdateItem", "PutItem", "DeleteItem",
		"TransactWriteItems"} {
		if n := counts[op]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, op))
		}
	}
	return strings.Join(parts, ", ")
}

func TestBulkBudget(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	project := owner.Post("/api/projects", row{"name": "Apollo"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", row{"name": "Dock"}).ID()
	tag := owner.Post("/api/tags", row{"name": "deep"}).ID()
	// first uses are over
	owner.Post("/api/entries", row{"taskId": task, "tagIds": []string{tag}, "startedAt": clock(1, 0),
		"stoppedAt": clock(2, 0)}).OK()
	onto := func(n int, more row) []row {
		rows := newRows(n)
		for i := range rows {
			rows[i] = withFields(rows[i], more)
		}
		return rows
	}
	measure := func(name, want string, rounds int, rows ...row) {
		t.Helper()
		api.Probe.Reset()
		sendBulk(owner, rows...).OK()
		if got := countCalls(api); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if got := testkit.RoundTrips(api.Probe.Log()); got > rounds {
			t.Errorf("%s: %d rounds, want at most %d", name, got, rounds)
		}
	}
	measure("one row", "2 BatchGetItem, 1 PutItem", 3, newRows(1)...)
	measure("100 rows", "2 BatchGetItem, 1 TransactWriteItems", 3, newRows(100)...)
	measure("100 rows once more", "2 BatchGetItem", 2, newRows(100)...)
	measure("a project and a task", "3 BatchGetItem, 1 TransactWriteItems", 4,
		onto(100, row{"projectId": project, "taskId": task, "tagIds": []string{tag}})...)
	measure("a task alone", "3 BatchGetItem, 1 TransactWriteItems", 4,
		onto(90, row{"taskId": task, "isBillable": false})...)
	fresh := owner.Post("/api/projects", row{"name": "Gemini"}).ID()
	measure("first uses", "3 BatchGetItem, 1 UpdateItem, 1 TransactWriteItems", 5, onto(100, row{"projectId": fresh})...)
	owner.Delete("/api/projects/"+fresh).Problem(http.StatusConflict, "conflict")
	forbidOverlap(owner)
	moved := onto(90, nil)
	for i := range moved {
		moved[i] = withFields(newRow(i, clock(3, 0), clock(3, 0)),
			row{"startedAt": fmt.Sprintf("2026-06-%02dT%02d:00:00Z", 1+i/24, i%24),
				"stoppedAt": fmt.Sprintf("2026-06-%02dT%02d:30:00Z", 1+i/24, i%24)})
	}
	measure("no overlap", "2 BatchGetItem, 1 Query, 1 TransactWriteItems", 4, moved...)
}

func TestBulkMarksManyFirstUses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	var tags []string
	for i := range 120 {
		tags = append(tags, owner.Post("/api/tags", row{"name": fmt.Sprintf("tag %d", i)}).ID())
	}
	rows := newRows(12)
	for i := range rows {
		rows[i]["tagIds"] = tags[i*10 : i*10+10]
	}
	rows = append(rows, withFields(newRow(50, clock(5, 0), clock(6, 0)), row{"tagIds": tags[:50]}))
	sendBulk(owner, rows...).OK()
	for _, tag := range tags {
		owner.Delete("/api/tags/"+tag).Problem(http.StatusConflict, "conflict")
	}
}
