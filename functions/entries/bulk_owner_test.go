package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestBulkForOthers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	firstOwner := api.Register("ada")
	member := firstOwner.AddMember("bob", "user")
	outsider := api.Register("cy") // of another workspace
	private := firstOwner.Post("/api/projects", row{"name": "Apollo", "visibility": "private"}).ID()
	timer := member.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	sendBulk(member, newRow(1, clock(8, 0), clock(9, 0))).OK()

	items := sendBulk(firstOwner,
		withFields(newRow(2, clock(9, 0), clock(10, 0)), row{"userId": member.ID, "projectId": private}),
		row{"id": rowID(1), "userId": member.ID, "description": "Plan"},
		row{"id": timer, "userId": member.ID, "stoppedAt": clock(11, 30)},
		newRow(3, clock(8, 0), clock(9, 0)),
	).Items()
	for i, owner := range []string{member.ID, member.ID, member.ID, firstOwner.ID} {
		if items[i]["user_id"] != owner {
			t.Errorf("row %d belongs to %v, want %s", i, items[i]["user_id"], owner)
		}
	}
	if member.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("bob's timer still runs")
	}
	t.Run("ids are unique per owner only", func(t *testing.T) {
		if e := sendBulk(firstOwner, newRow(1, clock(6, 0), clock(7, 0))).Items()[0]; e["user_id"] != firstOwner.ID ||
			e["version"] != 1.0 {
			t.Errorf("entry %v, want a new one of ada's", e)
		}
	})
	t.Run("who is no member", func(t *testing.T) {
		wantRefused(t, firstOwner, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": outsider.ID}),
			row{"id": rowID(5), "op": "delete", "userId": outsider.ID}).
			Invalid("items[0].userId user_not_found", "items[1].userId user_not_found")
	})
	t.Run("a user of the role user", func(t *testing.T) {
		wantRefused(t, member, row{"id": "x"}, withFields(newRow(4, clock(8, 0), clock(9, 0)),
			row{"userId": firstOwner.ID})).Denied(
			"role_insufficient")
		wantRefused(t, member, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": outsider.ID})).Denied(
			"role_insufficient")
		sendBulk(member, withFields(newRow(4, clock(8, 0), clock(9, 0)), row{"userId": member.ID})).OK()
	})
	t.Run("who was a member", func(t *testing.T) {
		firstOwner.Delete("/api/workspaces/" + firstOwner.WorkspaceID + "/members/" + member.ID).OK()
		theirs := withFields(newRow(6, clock(8, 0), clock(9, 0)), row{"userId": member.ID})
		if e := sendBulk(firstOwner, theirs).Items()[0]; e["user_id"] != member.ID {
			t.Errorf("entry %v, want one of bob's", e)
		}
		theirs["id"] = nil
		if e := firstOwner.Post("/api/entries", theirs).OK(); e["user_id"] != member.ID {
			t.Errorf("entry %v, want one of bob's", e)
		}
		admin := firstOwner.AddMember("eve", "admin")
		admin.Post("/api/workspaces/"+firstOwner.WorkspaceID+"/leave", nil).OK()
		sendBulk(firstOwner, withFields(newRow(7, clock(8, 0), clock(9, 0)), row{"userId": admin.ID})).OK()
		sendBulk(firstOwner, row{"id": rowID(1), "userId": member.ID, "description": "Planned"},
			row{"id": rowID(2), "userId": member.ID, "op": "delete"}).OK()
	})
}

func TestBulkByAnalyst(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	analyst := owner.AddMember("ann", "analyst")
	analyst.Post("/api/entries:bulk", "{").Denied("analyst_read_only")
}

func TestBulkOnProjectsOfOthers(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	public := owner.Post("/api/projects", row{"name": "Apollo", "visibility": "public"}).ID()
	private := owner.Post("/api/projects", row{"name": "Gemini", "visibility": "private"}).ID()
	onto := func(n int, project string) row {
		return withFields(newRow(n, clock(8, 0), clock(9, 0)), row{"projectId": project})
	}
	wantRefused(t, member, onto(1, private)).Invalid("items[0].projectId project_not_found")
	wantRefused(t, member, row{"id": "x"}, onto(1, public)).Denied("not_project_member")

	owner.Post("/api/projects/"+private+"/members", row{"userId": member.ID}).OK()
	sendBulk(member, onto(1, private)).OK()
	owner.Delete("/api/projects/" + private + "/members/" + member.ID).OK()
	sendBulk(member, onto(1, private), row{"id": rowID(2), "op": "delete"}).OK() // it stays where it is
	sendBulk(member, row{"id": rowID(1), "description": "Plan"}).OK()
	wantRefused(t, member, onto(2, private)).Invalid("items[0].projectId project_not_found")
}

func TestBulkShowsRatesToWhoSeesThem(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	managed := owner.Post("/api/projects", row{"name": "Apollo"}).ID()
	plain := owner.Post("/api/projects", row{"name": "Gemini"}).ID()
	for _, project := range []string{managed, plain} {
		owner.Post("/api/projects/"+project+"/members", row{"userId": member.ID}).OK()
	}
	owner.Patch("/api/projects/"+managed+"/members/"+member.ID+"/manager", row{"isManager": true}).OK()
	named := []row{withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"projectId": managed}),
		withFields(newRow(2, clock(8, 0), clock(9, 0)), row{"projectId": plain}), newRow(3, clock(8, 0), clock(9, 0))}
	unnamed := []row{{"id": rowID(1)}, {"id": rowID(2)}, {"id": rowID(3)}}
	for _, rows := range [][]row{named, unnamed} {
		items := sendBulk(member, rows...).Items()
		for i, shown := range []bool{true, false, false} {
			if got := items[i]["amount"] != nil; got != shown {
				t.Errorf("row %d: amount shown %t, want %t", i, got, shown)
			}
		}
	}
}
