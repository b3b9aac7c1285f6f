package workspaces_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/audit"
)

func auditPath(u *apitest.User) string { return workspacePath(u) + "/audit-log" }

func TestAuditLogShowsAChangedRole(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	owner.Send(apitest.Request{
		Method: "PATCH", Path: memberPath(owner, member), Bearer: owner.Token, Body: object{"role": "admin"},
		Header: map[string]string{"X-Correlation-Id": "c-1", "User-Agent": "curl/8"},
	}).OK()
	got := owner.Get(auditPath(owner)).Items()[0]
	id, _ := got["id"].(string)
	if _, ok := domain.ParseID(id); !ok {
		t.Errorf("id %v", got["id"])
	}
	delete(got, "id")
	want := object{
		"at": "2026-06-17T12:00:00Z", "action": "member.role_changed",
		"actor":   object{"id": owner.ID, "name": "ada", "kind": "user"},
		"via":     nil,
		"target":  object{"kind": "member", "id": member.ID, "name": "bob"},
		"changes": object{"role": []any{"user", "admin"}},
		"ip":      "192.0.2.1", "user_agent": "curl/8", "correlation_id": "c-1",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\nwant\n%v", got, want)
	}
}

// An API key acts for its owner, and is named as the actor.
func TestAuditLogNamesTheAPIKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "importer"}).OK()
	entry := member.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	owner.As(key["token"].(string)).Delete("/api/v1/entries/" + entry + "?user_id=" + member.ID).OK()
	for _, actor := range []string{owner.ID, key["id"].(string)} {
		found := owner.Get(auditPath(owner) + "?action=entry.deleted&actor_id=" + actor).Items()
		if len(found) != 1 || fmt.Sprint(found[0]["actor"]) != fmt.Sprint(
			object{"id": key["id"], "name": "importer", "kind": "api_key", "user_id": owner.ID}) {
			t.Errorf("by %s: %v", actor, found)
		}
	}
	if found := owner.Get(auditPath(owner) + "?actor_id=" + member.ID + "&action=entry.deleted").Items(); len(found) > 0 {
		t.Errorf("by the owner of the entry: %v", found)
	}
}

func TestWhoReadsTheAuditLog(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.AddMember("adam", "admin").Get(auditPath(owner)).OK()
	owner.AddMember("uma", "user").Get(auditPath(owner)).Denied("role_insufficient")
	owner.AddMember("ann", "analyst").Get(auditPath(owner)).Denied("role_insufficient")
	api.Register("stan").Get(auditPath(owner)).Problem(http.StatusNotFound, "not_found")
	owner.Get(auditPath(owner) + "?from=2026-06-17T12:00:00Z&to=2026-06-17T12:00:00Z").Invalid("to range_invalid")
	owner.Get(auditPath(owner) + "?action=entry.create").Invalid("action enum_invalid")
}

// Pages show every event once, newest first, also those of one transaction.
func TestAuditLogPages(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	api.Clock.Advance(time.Minute)
	const entries = 7
	var rows []object
	for i := range entries {
		rows = append(rows, object{
			"id": fmt.Sprintf("00000000-0000-7000-8000-00000000000%d", i), "userId": member.ID,
			"description": fmt.Sprint("row ", i), "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
		})
	}
	owner.Post("/api/entries:bulk", object{"items": rows}).OK()
	api.Clock.Advance(time.Minute)
	owner.Patch(memberPath(owner, member), object{"hourlyRate": 5000}).OK()
	var whole []string
	for _, e := range owner.Get(auditPath(owner)).Items() {
		whole = append(whole, fmt.Sprint(e))
	}
	for limit := 1; limit <= entries+2; limit++ {
		var paged []string
		cursor := ""
		for {
			page := owner.Get(fmt.Sprintf("%s?limit=%d%s", auditPath(owner), limit, cursor))
			for _, e := range page.Items() {
				paged = append(paged, fmt.Sprint(e))
			}
			next, more := page.OK()["next_cursor"].(string)
			if len(page.Items()) > limit {
				t.Errorf("a page of %d, limit %d", len(page.Items()), limit)
			}
			if !more {
				break
			}
			cursor = "&cursor=" + next
		}
		if fmt.Sprint(paged) != fmt.Sprint(whole) {
			t.Errorf("limit %d:\n%v\nwant\n%v", limit, paged, whole)
		}
	}
	if got := len(owner.Get(auditPath(owner) +
		"?from=2026-06-17T12:01:00Z&to=2026-06-17T12:02:00Z").Items()); got != entries {
		t.Errorf("%d events in the minute of the batch, want %d", got, entries)
	}
}

// Events are kept for 400 days, and no longer.
func TestAuditLogForgetsAfterRetention(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	count := func() int { return len(owner.Get(auditPath(owner) + "?action=workspace.created").Items()) }
	api.Clock.Advance(audit.Retention - time.Second)
	owner = owner.SignInAgain()
	if got := count(); got != 1 {
		t.Errorf("%d events after nearly 400 days", got)
	}
	api.Clock.Advance(time.Second)
	if got := count(); got != 0 {
		t.Errorf("%d events after 400 days", got)
	}
}
