package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestBulkReportsEverythingAtOnceInOrder(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).OK()
	project := owner.Post("/api/projects", row{"name": "Apollo"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", row{"name": "Dock"}).ID()
	other := owner.Post("/api/projects", row{"name": "Gemini"}).ID()
	old := owner.Post("/api/projects", row{"name": "Mercury"}).ID()
	owner.Patch("/api/projects/"+old, row{"isArchived": true}).OK()
	wantRefused(t, owner,
		row{"id": rowID(2)},
		row{"startedAt": clock(8, 0)},
		row{"id": "no", "projectId": rowID(99), "description": strings.Repeat("x", 5001)},
		withFields(newRow(3, clock(9, 0), clock(8, 0)), row{"tagIds": []any{rowID(98), 7}, "isBillable": nil}),
		newRow(4, "1999-12-31T23:59:59Z", clock(12, 6)),
		row{"id": rowID(1), "startedAt": clock(9, 1)},
		row{"id": rowID(1 << 20), "op": "destroy", "version": 0},
		row{"id": timer, "stoppedAt": clock(10, 59)},
		row{"id": rowID(5), "started_at": nil, "stoppedAt": "today"},
		withFields(newRow(6, clock(8, 0), clock(9, 0)), row{"projectId": other, "taskId": task, "userId": "me"}),
		withFields(newRow(7, clock(8, 0), clock(9, 0)), row{"projectId": old}),
		withFields(newRow(8, clock(8, 0), clock(9, 0)), row{"taskId": rowID(97), "userId": rowID(96)}),
	).Invalid(
		"items[0].startedAt required", "items[0].stoppedAt required",
		"items[1].id required",
		"items[2].description max_length", "items[2].id uuid_invalid", "items[2].projectId project_not_found",
		"items[3].isBillable required", "items[3].stoppedAt before_start", "items[3].tagIds[0] tag_not_found",
		"items[3].tagIds[1] type_invalid", "items[4].startedAt min_value", "items[4].stoppedAt in_future",
		"items[5].startedAt before_start",
		"items[6].op enum_invalid", "items[6].version min_value",
		"items[7].stoppedAt before_start",
		"items[8].started_at required", "items[8].stoppedAt date_time_invalid",
		"items[9].taskId task_not_in_project", "items[9].userId uuid_invalid",
		"items[10].projectId project_archived",
		"items[11].taskId task_not_found", "items[11].userId user_not_found",
	)
}

func TestBulkDuplicateIDs(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).OK()
	a := "0190abcd-0000-7000-8000-00000000000a"
	for name, c := range map[string]struct {
		rows []row
		want []string
	}{
		"known": {[]row{{"id": rowID(1), "description": "a"}, {"id": rowID(1), "description": "b"}},
			[]string{"items[0].id duplicate_entry_id", "items[1].id duplicate_entry_id"}},
		"three times, with another between": {[]row{newRow(2, clock(8, 0), clock(9, 0)), newRow(3, clock(8, 0), clock(9, 0)),
			newRow(2, clock(9, 0), clock(10, 0)), {"id": rowID(2), "op": "delete"}},
			[]string{"items[0].id duplicate_entry_id", "items[2].id duplicate_entry_id", "items[3].id duplicate_entry_id"}},
		"two pairs": {[]row{newRow(2, clock(8, 0), clock(9, 0)), newRow(3, clock(8, 0), clock(9, 0)),
			newRow(3, clock(8, 0), clock(9, 0)), newRow(2, clock(8, 0), clock(9, 0))},
			[]string{"items[0].id duplicate_entry_id", "items[1].id duplicate_entry_id", "items[2].id duplicate_entry_id",
				"items[3].id duplicate_entry_id"}},
		"letter case": {[]row{withFields(newRow(0, clock(8, 0), clock(9, 0)), row{"id": a}),
			withFields(newRow(0, clock(9, 0), clock(10, 0)), row{"id": strings.ToUpper(a)})},
			[]string{"items[0].id duplicate_entry_id", "items[1].id duplicate_entry_id"}},
		"of two owners": {[]row{newRow(2, clock(8, 0), clock(9, 0)),
			withFields(newRow(2, clock(8, 0), clock(9, 0)), row{"userId": member.ID})},
			[]string{"items[0].id duplicate_entry_id", "items[1].id duplicate_entry_id"}},
		"beside other mistakes": {[]row{{"id": rowID(2), "startedAt": "x"}, {"id": "y"}, {"id": "y"},
			{"id": rowID(2), "op": "delete"}},
			[]string{"items[0].id duplicate_entry_id", "items[0].startedAt date_time_invalid", "items[0].stoppedAt required",
				"items[1].id uuid_invalid", "items[2].id uuid_invalid", "items[3].id duplicate_entry_id"}},
	} {
		t.Run(name, func(t *testing.T) { wantRefused(t, owner, c.rows...).Invalid(c.want...) })
	}
}

// A request lists at most 1,000 problems. Duplicate ids are always all among them, and
// then come first.
func TestBulkDuplicateIDsBesideManyProblems(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for name, same := range map[string][]int{"all": allRows(100), "the last two": {98, 99},
		"the first and the last": {0, 99}} {
		t.Run(name, func(t *testing.T) {
			rows := newRows(100)
			for i := range rows {
				rows[i]["tagIds"] = slices.Repeat([]string{"no tag"}, 45)
			}
			for _, i := range same {
				rows[i]["id"] = rowID(7000)
			}
			answer := wantRefused(t, owner, rows...)
			fields := answer.JSON()["errors"].([]any)
			if len(fields) != 1000 {
				t.Errorf("%d problems, want 1,000", len(fields))
			}
			for n, i := range same {
				if got, want := fields[n].(row), fmt.Sprintf("items[%d].id", i); got["field"] != want ||
					got["code"] != "duplicate_entry_id" {
					t.Fatalf("problem %d: %v, want a duplicate at %s", n, got, want)
				}
			}
			if next := fields[len(same)].(row); next["field"] != "items[0].tagIds[0]" {
				t.Errorf("after the duplicates comes %v", next)
			}
		})
	}
}

func allRows(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestBulkIsAllOrNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	outsider := api.Register("bob")
	foreign := outsider.Post("/api/projects", row{"name": "Bob's"}).ID()
	sendBulk(owner, newRows(50)...).OK()
	batch := func(bad row) []row {
		rows := newRows(100)
		for i := range 50 {
			rows[i]["description"] = "changed"
		}
		rows[70] = bad
		return rows
	}
	t.Run("invalid", func(t *testing.T) {
		wantRefused(t, owner, batch(newRow(70, clock(9, 0), clock(8, 0)))...).Invalid("items[70].stoppedAt before_start")
	})
	t.Run("foreign", func(t *testing.T) {
		wantRefused(t, owner, batch(withFields(newRow(70, clock(8, 0), clock(9, 0)), row{"projectId": foreign}))...).Invalid(
			"items[70].projectId project_not_found")
	})
	t.Run("stale", func(t *testing.T) {
		wantRefused(t, owner, batch(withFields(newRow(70, clock(8, 0), clock(9, 0)), row{"version": 2}))...).Problem(
			http.StatusConflict, "conflict")
	})
	t.Run("good", func(t *testing.T) {
		sendBulk(owner, batch(newRow(70, clock(8, 0), clock(9, 0)))...).OK()
		if got := strings.Count(listTracked(owner), "\n") + 1; got != 100 {
			t.Errorf("%d entries, want 100", got)
		}
	})
}

func TestBulkReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	outsider := api.Register("bob")
	tag := outsider.Post("/api/tags", row{"name": "deep"}).ID()
	wantRefused(t, owner, withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"tagIds": []string{tag}})).Invalid(
		"items[0].tagIds[0] tag_not_found")
	outsider.Invite(owner.Email, "user")
	owner.VerifyEmail()
	invitation := owner.Get("/api/me/pending-invitations").Items()[0]["id"].(string)
	owner.Post("/api/me/pending-invitations/"+invitation+"/accept", nil).OK()
	wantRefused(t, owner, row{"id": "x"}, withFields(newRow(1, clock(8, 0), clock(9, 0)),
		row{"tagIds": []string{tag}})).Denied("workspace_mismatch")
	wantRefused(t, owner, withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"userId": outsider.ID})).Denied(
		"workspace_mismatch")
	owner.Get("/api/entries?user_id=" + outsider.ID).Denied("workspace_mismatch")
}
