package workspaces_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	ada.Patch(memberPath(ada, bob), object{"hourlyRate": 9000}).OK()
	path := workspacePath(ada) + "/members"

	listed := ada.Get(path).Items()
	if len(listed) != 2 {
		t.Fatalf("%d members, want 2", len(listed))
	}
	wantEqual(t, listed[1], object{
		"user_id": bob.ID, "email": "bob@example.com", "display_name": "bob", "role": "user", "is_deactivated": false,
		"hourly_rate": 9000, "joined_at": "2026-06-17T12:00:00Z", "version": 2,
	})
	if rate := bob.Get(path).Items()[1]["hourly_rate"]; rate != nil {
		t.Errorf("a user sees the rate %v, want null", rate)
	}
	h.Register("outsider").Get(path).Problem(404, "not_found")
	ada.Get(path + "?include_deactivated=maybe").Invalid("include_deactivated type_invalid")

	ada.Delete(memberPath(ada, bob)).OK()
	if n := len(ada.Get(path).Items()); n != 1 {
		t.Errorf("%d active members, want 1", n)
	}
	if n := len(ada.Get(path + "?include_deactivated=false").Items()); n != 1 {
		t.Errorf("%d active members, want 1", n)
	}
	if got := listRoles(t, ada); got != "ada owner, [bob user]" {
		t.Errorf("all members %s", got)
	}
}

func TestMembersArePaged(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	for i := range 4 {
		ada.AddMember(fmt.Sprint("m", i), "user")
	}
	seen := map[any]int{}
	for path := workspacePath(ada) + "/members?limit=2"; ; {
		answer := ada.Get(path)
		if n := len(answer.Items()); n > 2 {
			t.Errorf("%d rows on a page of 2", n)
		}
		for _, m := range answer.Items() {
			seen[m["display_name"]]++
		}
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			break
		}
		path = workspacePath(ada) + "/members?limit=2&cursor=" + next
	}
	if len(seen) != 5 {
		t.Errorf("%d members seen, want 5: %v", len(seen), seen)
	}
}

func TestChangeMember(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	path := memberPath(ada, bob)

	changed := ada.Patch(path, object{"role": "admin", "hourlyRate": 0}).OK()
	wantEqual(t, changed, object{
		"user_id": bob.ID, "email": "bob@example.com", "display_name": "bob", "role": "admin", "is_deactivated": false,
		"hourly_rate": 0, "joined_at": "2026-06-17T12:00:00Z", "version": 2,
	})
	wantEqual(t, ada.Patch(path, object{"role": "admin", "isDeactivated": false}).OK(), changed)
	bob.Patch(workspacePath(ada), object{"name": "By Bob"}).OK() // the new role applies at once
	if rate := ada.Patch(path, object{"hourlyRate": nil, "role": "analyst"}).OK()["hourly_rate"]; rate != nil {
		t.Errorf("rate %v after it was cleared", rate)
	}
	bob.Patch(workspacePath(ada), object{"name": "By Bob again"}).Denied("analyst_read_only")

	withVersion(ada, "PATCH", path, `"2"`, object{"role": "user"}).Problem(409, "conflict")
	ada.Patch(path, object{"role": "owner", "isDeactivated": nil, "hourlyRate": -1}).
		Invalid("hourlyRate min_value", "isDeactivated required", "role enum_invalid")
	ada.Patch(path, object{"hourlyRate": 100_000_001}).Invalid("hourlyRate max_value")
}

func TestWhoMayChangeMembers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	admin, user, analyst := ada.AddMember("admin", "admin"), ada.AddMember("user", "user"),
		ada.AddMember("analyst", "analyst")
	outsider := h.Register("outsider")

	admin.Patch(memberPath(ada, user), object{"hourlyRate": 1}).OK()
	user.Patch(memberPath(ada, user), "no JSON").Denied("role_insufficient")
	analyst.Patch(memberPath(ada, user), "no JSON").Denied("analyst_read_only")
	outsider.Patch(memberPath(ada, user), object{}).Problem(404, "not_found")
	for _, unknown := range []string{outsider.ID, unknownID, "no-uuid"} {
		for _, p := range []*apitest.User{ada, user, analyst} {
			p.Patch(workspacePath(ada)+"/members/"+unknown, "no JSON").Problem(404, "not_found")
			p.Delete(workspacePath(ada)+"/members/"+unknown).Problem(404, "not_found")
		}
	}
}

func TestOwnerCannotBeChanged(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	admin := ada.AddMember("admin", "admin")
	for _, p := range []*apitest.User{ada, admin} {
		for _, body := range []object{{"role": "admin"}, {"role": "user"}, {"isDeactivated": true}} {
			p.Patch(memberPath(ada, ada), body).Problem(409, "conflict")
		}
		p.Delete(memberPath(ada, ada)).Problem(409, "conflict")
	}
	ada.Post(workspacePath(ada)+"/leave", nil).Problem(409, "conflict")
	admin.Patch(memberPath(ada, ada), object{"hourlyRate": 12_000, "isDeactivated": false}).OK() // an owner has a rate too
	if got := listRoles(t, ada); got != "ada owner, admin admin" {
		t.Errorf("members %s", got)
	}
}
