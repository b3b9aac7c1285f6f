package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestBulkForOthers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	cy := h.Register("cy") // of another workspace
	private := ada.Post("/api/projects", row{"name": "Apollo", "visibility": "private"}).ID()
	timer := bob.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	sendBulk(bob, newRow(1, clock(8, 0), clock(9, 0))).OK()

	items := sendBulk(ada,
		withFields(newRow(2, clock(9, 0), clock(10, 0)), row{"userId": bob.ID, "projectId": private}),
		row{"id": rowID(1), "userId": bob.ID, "description": "Plan"},
		row{"id": timer, "userId": bob.ID, "stoppedAt": clock(11, 30)},
		newRow(3, clock(8, 0), clock(9, 0)),
	).Items()
	for i, owner := range []string{bob.ID, bob.ID, bob.ID, ada.ID} {
		if items[i]["user_id"] != owner {
			t.Errorf("row %d belongs to %v, want %s", i, items[i]["user_id"], owner)
		}
	}
	if bob.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("bob's timer still runs")
	}
	t.Run("ids are unique per owner only", func(t *testing.T) {
		if e := sendBulk(ada, newRow(1, clock(6, 0), clock(7, 0))).Items()[0]; e["user_id"] != ada.ID || e["version"] != 1.0 {
			t.Errorf("entry %v, want a new one of ada's", e)
		}
	})
	t.Run("who is no member", func(t *testing.T) {
		wantRefused(t, ada, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": cy.ID}),
			row{"id": rowID(5), "op": "delete", "userId": cy.ID}).
			Invalid("items[0].userId user_not_found", "items[1].userId user_not_found")
	})
	t.Run("a user of the role user", func(t *testing.T) {
		wantRefused(t, bob, row{"id": "x"}, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": ada.ID})).Denied(
			"role_insufficient")
		wantRefused(t, bob, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": cy.ID})).Denied("role_insufficient")
		sendBulk(bob, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": bob.ID})).OK()
	})
	t.Run("who was a member", func(t *testing.T) {
		ada.Delete("/api/workspaces/" + ada.WorkspaceID + "/members/" + bob.ID).OK()
		theirs := withFields(newRow(6, clock(8, 0), clock(9, 0)), row{"userId": bob.ID})
		if e := sendBulk(ada, theirs).Items()[0]; e["user_id"] != bob.ID {
			t.Errorf("entry %v, want one of bob's", e)
		}
		theirs["id"] = nil
		if e := ada.Post("/api/entries", theirs).OK(); e["user_id"] != bob.ID {
			t.Errorf("entry %v, want one of bob's", e)
		}
		eve := ada.AddMember("eve", "admin")
		eve.Post("/api/workspaces/"+ada.WorkspaceID+"/leave", nil).OK()
		sendBulk(ada, withFields(newRow(7, clock(8, 0), clock(9, 0)), row{"userId": eve.ID})).OK()
		sendBulk(ada, row{"id": rowID(1), "userId": bob.ID, "description": "Planned"},
			row{"id": rowID(2), "userId": bob.ID, "op": "delete"}).OK()
	})
}

func TestBulkByAnalyst(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	ann := ada.AddMember("ann", "analyst")
	ann.Post("/api/entries:bulk", "{").Denied("analyst_read_only")
}

func TestBulkOnProjectsOfOthers(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	bob := ada.AddMember("bob", "user")
	public := ada.Post("/api/projects", row{"name": "Apollo", "visibility": "public"}).ID()
	private := ada.Post("/api/projects", row{"name": "Gemini", "visibility": "private"}).ID()
	onto := func(n int, project string) row {
		return withFields(newRow(n, clock(8, 0), clock(9, 0)), row{"projectId": project})
	}
	wantRefused(t, bob, onto(1, private)).Invalid("items[0].projectId project_not_found")
	wantRefused(t, bob, row{"id": "x"}, onto(1, public)).Denied("not_project_member")

	ada.Post("/api/projects/"+private+"/members", row{"userId": bob.ID}).OK()
	sendBulk(bob, onto(1, private)).OK()
	ada.Delete("/api/projects/" + private + "/members/" + bob.ID).OK()
	sendBulk(bob, onto(1, private), row{"id": rowID(2), "op": "delete"}).OK() // it stays where it is
	sendBulk(bob, row{"id": rowID(1), "description": "Plan"}).OK()
	wantRefused(t, bob, onto(2, private)).Invalid("items[0].projectId project_not_found")
}

func TestBulkShowsRatesToWhoSeesThem(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	bob := ada.AddMember("bob", "user")
	managed := ada.Post("/api/projects", row{"name": "Apollo"}).ID()
	plain := ada.Post("/api/projects", row{"name": "Gemini"}).ID()
	for _, project := range []string{managed, plain} {
		ada.Post("/api/projects/"+project+"/members", row{"userId": bob.ID}).OK()
	}
	ada.Patch("/api/projects/"+managed+"/members/"+bob.ID+"/manager", row{"isManager": true}).OK()
	named := []row{withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"projectId": managed}),
		withFields(newRow(2, clock(8, 0), clock(9, 0)), row{"projectId": plain}), newRow(3, clock(8, 0), clock(9, 0))}
	unnamed := []row{{"id": rowID(1)}, {"id": rowID(2)}, {"id": rowID(3)}}
	for _, rows := range [][]row{named, unnamed} {
		items := sendBulk(bob, rows...).Items()
		for i, shown := range []bool{true, false, false} {
			if got := items[i]["amount"] != nil; got != shown {
				t.Errorf("row %d: amount shown %t, want %t", i, got, shown)
			}
		}
	}
}
