package entries_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestBulkCreatesChangesAndDeletes(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	first := sendBulk(owner,
		withFields(newRow(3, clock(9, 0), clock(10, 0)), row{"description": "Plan"}),
		withFields(newRow(1, "2026-06-17T12:00:00+02:00", clock(11, 30)), row{"isBillable": false}),
		newRow(2, clock(11, 0), clock(11, 0)),
	).Items()
	for i, want := range []struct {
		id       string
		seconds  float64
		billable bool
	}{{rowID(3), 3600, true}, {rowID(1), 5400, false}, {rowID(2), 0, true}} {
		e := first[i]
		if e["id"] != want.id || e["duration_seconds"] != want.seconds || e["is_billable"] != want.billable ||
			e["version"] != 1.0 || e["user_id"] != owner.ID {
			t.Errorf("row %d: %v, want %v", i, e, want)
		}
		if _, deleted := e["deleted"]; deleted {
			t.Errorf("row %d: an entry says deleted", i)
		}
	}
	owner.Clock.Advance(time.Minute)
	second := sendBulk(owner,
		row{"id": rowID(1), "op": "delete"},
		row{"id": strings.ToUpper(rowID(3)), "description": nil, "stoppedAt": clock(9, 30), "version": 1},
		newRow(4, clock(7, 0), clock(8, 0)),
	).Items()
	if gone := second[0]; len(gone) != 2 || gone["id"] != rowID(1) || gone["deleted"] != true {
		t.Errorf("delete answered %v", gone)
	}
	if e := second[1]; e["id"] != rowID(3) || e["description"] != "" || e["started_at"] != clock(9, 0) ||
		e["duration_seconds"] != 1800.0 || e["version"] != 2.0 ||
		e["created_at"] != first[0]["created_at"] || e["updated_at"] != "2026-06-17T12:01:00Z" {
		t.Errorf("patch answered %v", e)
	}
	want := strings.Join([]string{
		rowID(2) +
			` 2026-06-17T11:00:00Z..2026-06-17T11:00:00Z "" project false tags 0 billable true rate <nil> from none v1`,
		rowID(3) +
			` 2026-06-17T09:00:00Z..2026-06-17T09:30:00Z "" project false tags 0 billable true rate <nil> from none v2`,
		rowID(4) +
			` 2026-06-17T07:00:00Z..2026-06-17T08:00:00Z "" project false tags 0 billable true rate <nil> from none v1`,
	}, "\n")
	if got := listTracked(owner); got != want {
		t.Errorf("tracked\n%s\nwant\n%s", got, want)
	}
}

func TestBulkActsOnTheRunningTimer(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	start := func() string { return owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID() }
	running := func() any { return owner.Get("/api/timers/current").OK()["timer"] }

	id := start()
	edited := sendBulk(owner, row{"id": id, "description": "Call", "startedAt": clock(10, 0)}).Items()[0]
	if edited["stopped_at"] != nil || edited["description"] != "Call" || edited["duration_seconds"] != 7200.0 ||
		running() == nil {
		t.Errorf("edited timer %v", edited)
	}
	stopped := sendBulk(owner, row{"id": id, "stoppedAt": clock(11, 30), "description": "Called"},
		newRow(1, clock(8, 0), clock(9, 0))).Items()[0]
	if stopped["id"] != id || stopped["duration_seconds"] != 5400.0 || stopped["version"] != 3.0 || running() != nil {
		t.Errorf("stopped timer %v", stopped)
	}
	next := start()
	again := sendBulk(owner, row{"id": id, "stoppedAt": clock(11, 30), "description": "Called"}).Items()[0]
	if again["version"] != 3.0 || running() == nil {
		t.Errorf("the stop was repeated: %v", again)
	}
	if gone := sendBulk(owner, row{"id": next, "op": "delete"}).Items()[0]; gone["deleted"] != true || running() != nil {
		t.Errorf("discarded timer %v", gone)
	}
	sendBulk(owner, row{"id": next, "op": "delete"}).OK()
}

func TestBulkSentAgainChangesNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	project := owner.Post("/api/projects", row{"name": "Apollo"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", row{"name": "Dock"}).ID()
	tag := owner.Post("/api/tags", row{"name": "deep"}).ID()
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0)), newRow(2, clock(9, 0), clock(10, 0))).OK()
	batch := []row{
		{"id": rowID(1), "op": "delete", "version": 1},
		{"id": rowID(2), "description": "Plan", "version": 1, "tagIds": []string{tag, tag}},
		withFields(newRow(3, clock(10, 0), clock(10, 30)), row{"taskId": task}),
		withFields(newRow(4, clock(10, 0), clock(10, 30)), row{"projectId": project, "taskId": task, "tagIds": []string{}}),
		{"id": timer, "stoppedAt": clock(11, 30), "version": 1},
	}
	first := sendBulk(owner, batch...)
	first.OK()
	owner.Patch("/api/projects/"+project, row{"isArchived": true}).OK() // what stays the same is not validated again
	items := apitest.TableItems(api)
	api.Clock.Advance(10 * time.Minute)
	api.Probe.Reset()
	second := sendBulk(owner, batch...)
	second.OK()
	if !bytes.Equal(first.Body, second.Body) {
		t.Errorf("answers differ\n%s\n%s", first.Body, second.Body)
	}
	for _, call := range api.Probe.Log() {
		if testkit.Writes(testkit.Attempt{Op: call.Op}) {
			t.Errorf("the second batch made a %s", call.Op)
		}
	}
	if len(items) != len(apitest.TableItems(api)) {
		t.Error("the second batch made items")
	}
}

func TestBulkVersions(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	timer := owner.Post("/api/timers/start", nil).ID()
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0)), newRow(2, clock(9, 0), clock(10, 0))).OK()
	sendBulk(owner, row{"id": rowID(1), "description": "Plan"}).OK()
	fresh := newRow(9, clock(7, 0), clock(8, 0))
	for name, stale := range map[string]row{
		"changed":     {"id": rowID(1), "description": "other", "version": 1},
		"ahead":       {"id": rowID(1), "description": "other", "version": 3},
		"deleted":     {"id": rowID(1), "op": "delete", "version": 1},
		"timer":       {"id": timer, "stoppedAt": clock(12, 0), "version": 7},
		"never there": withFields(newRow(8, clock(7, 0), clock(8, 0)), row{"version": 1}),
		"one of them": {"id": rowID(2), "isBillable": false, "version": 2},
	} {
		t.Log(name)
		wantRefused(t, owner, fresh, stale).Problem(http.StatusConflict, "conflict")
	}
	sendBulk(owner,
		row{"id": rowID(1), "description": "Plan", "version": 1}, // changes nothing: no conflict
		row{"id": rowID(7), "op": "delete", "version": 4},        // gone already
		row{"id": rowID(2), "isBillable": false, "version": nil}, // null names no version
	).OK()
	sendBulk(owner, row{"id": rowID(1), "description": "Next", "version": 2}).OK()
}

func TestBulkThroughAnAPIKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", row{"name": "sync"}).OK()["token"].(string)
	send := func(bearer string) *apitest.Answer {
		return api.As(bearer).With("Idempotency-Key", "once").Post("/api/v1/entries:bulk",
			row{"items": []row{newRow(1, clock(8, 0), clock(9, 0))}})
	}
	if id := send(key).Items()[0]["id"]; id != rowID(1) {
		t.Errorf("id %v", id)
	}
	if again := send(key); again.Header.Get("Idempotency-Replayed") != "" {
		t.Error("a batch is safe by its ids and is not replayed")
	}
	send(owner.Token).Problem(http.StatusUnauthorized, "unauthorized")
}

// A row that only creates leaves an entry that is there as it is, whatever became of it and of what the row names.
func TestBulkOnlyCreates(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", row{"name": "Site"}).ID()
	first := withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"op": "create", "projectId": project})
	sendBulk(owner, first).OK()
	changed := owner.Patch("/api/entries/"+rowID(1), row{"description": "changed"}).OK()
	owner.Patch("/api/projects/"+project, row{"isArchived": true}).OK()
	second := withFields(newRow(2, clock(9, 0), clock(10, 0)), row{"op": "create"})
	items := sendBulk(owner, first, second).OK()["items"].([]any)
	if items[0].(row)["version"] != changed["version"] || items[0].(row)["description"] != "changed" ||
		items[0].(row)["existed"] != true || items[1].(row)["existed"] != nil {
		t.Errorf("it became %v", items[0])
	}
	if again := owner.Get("/api/entries/" + rowID(2)).OK(); again["version"] != 1.0 {
		t.Errorf("%v", again)
	}
	wantRefused(t, owner, withFields(newRow(3, clock(9, 0), clock(10, 0)), row{"op": "make"}))
}

// DynamoDB removes what has expired days later. Until then, the mark of a deleted entry must not be in the way of an
// entry with its id.
func TestBulkMakesAnEntryAgainWhoseMarkHasExpired(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).OK()
	sendBulk(owner, row{"id": rowID(1), "op": "delete"}).OK()
	api.Clock.Advance(60 * 24 * time.Hour)
	owner = owner.SignInAgain()
	if again := sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).Items()[0]; again["version"] != 1.0 {
		t.Errorf("made again: %v", again)
	}
	sendBulk(owner, row{"id": rowID(1), "op": "delete"}).OK()
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).OK()
}
