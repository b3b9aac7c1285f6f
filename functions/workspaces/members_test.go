package workspaces_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	owner.Patch(memberPath(owner, member), object{"hourlyRate": 9000}).OK()
	path := workspacePath(owner) + "/members"

	listed := owner.Get(path).Items()
	if len(listed) != 2 {
		t.Fatalf("%d members, want 2", len(listed))
	}
	apitest.WantEqual(t, listed[1], object{
		"user_id": member.ID, "email": "bob@example.com", "display_name": "bob", "role": "user", "is_deactivated": false,
		"hourly_rate": 9000, "joined_at": "2026-06-17T12:00:00Z", "version": 2,
	})
	if rate := member.Get(path).Items()[1]["hourly_rate"]; rate != nil {
		t.Errorf("a user sees the rate %v, want null", rate)
	}
	api.Register("outsider").Get(path).Problem(404, "not_found")
	owner.Get(path + "?include_deactivated=maybe").Invalid("include_deactivated type_invalid")

	owner.Delete(memberPath(owner, member)).OK()
	if n := len(owner.Get(path).Items()); n != 1 {
		t.Errorf("%d active members, want 1", n)
	}
	if n := len(owner.Get(path + "?include_deactivated=false").Items()); n != 1 {
		t.Errorf("%d active members, want 1", n)
	}
	if got := listRoles(t, owner); got != "ada owner, [bob user]" {
		t.Errorf("all members %s", got)
	}
}

func TestMembersArePaged(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for i := range 4 {
		owner.AddMember(fmt.Sprint("m", i), "user")
	}
	seen := map[any]int{}
	for path := workspacePath(owner) + "/members?limit=2"; ; {
		answer := owner.Get(path)
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
		path = workspacePath(owner) + "/members?limit=2&cursor=" + next
	}
	if len(seen) != 5 {
		t.Errorf("%d members seen, want 5: %v", len(seen), seen)
	}
}

func TestChangeMember(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	path := memberPath(owner, member)

	changed := owner.Patch(path, object{"role": "admin", "hourlyRate": 0}).OK()
	apitest.WantEqual(t, changed, object{
		"user_id": member.ID, "email": "bob@example.com", "display_name": "bob", "role": "admin", "is_deactivated": false,
		"hourly_rate": 0, "joined_at": "2026-06-17T12:00:00Z", "version": 2,
	})
	apitest.WantEqual(t, owner.Patch(path, object{"role": "admin", "isDeactivated": false}).OK(), changed)
	member.Patch(workspacePath(owner), object{"name": "By Bob"}).OK() // the new role applies at once
	if rate := owner.Patch(path, object{"hourlyRate": nil, "role": "analyst"}).OK()["hourly_rate"]; rate != nil {
		t.Errorf("rate %v after it was cleared", rate)
	}
	member.Patch(workspacePath(owner), object{"name": "By Bob again"}).Denied("analyst_read_only")

	owner.With("If-Match", `"2"`).Patch(path, object{"role": "user"}).Problem(409, "conflict")
	owner.Patch(path, object{"role": "owner", "isDeactivated": nil, "hourlyRate": -1}).
		Invalid("hourlyRate min_value", "isDeactivated required", "role enum_invalid")
	owner.Patch(path, object{"hourlyRate": 100_000_001}).Invalid("hourlyRate max_value")
}

// The rate and the role of a member stay changeable after they deleted their account. They cannot come back.
func TestChangeOfAMemberWithoutAnAccount(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	member.Delete("/api/me").OK()
	path := memberPath(owner, member)
	if got := owner.Patch(path, object{"hourlyRate": 5}).OK()["hourly_rate"]; got != 5.0 {
		t.Errorf("rate %v, want 5", got)
	}
	if got := owner.Patch(path, object{"role": "analyst"}).OK()["role"]; got != "analyst" {
		t.Errorf("role %v, want analyst", got)
	}
	owner.Patch(path, object{"isDeactivated": false}).Conflict("member_left")
}

func TestWhoMayChangeMembers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, user, analyst := owner.AddMember("admin", "admin"), owner.AddMember("user", "user"),
		owner.AddMember("analyst", "analyst")
	outsider := api.Register("outsider")

	admin.Patch(memberPath(owner, user), object{"hourlyRate": 1}).OK()
	user.Patch(memberPath(owner, user), "no JSON").Denied("role_insufficient")
	analyst.Patch(memberPath(owner, user), "no JSON").Denied("analyst_read_only")
	outsider.Patch(memberPath(owner, user), object{}).Problem(404, "not_found")
	for _, unknown := range []string{outsider.ID, unknownID, "no-uuid"} {
		for _, p := range []*apitest.User{owner, user, analyst} {
			p.Patch(workspacePath(owner)+"/members/"+unknown, "no JSON").Problem(404, "not_found")
			p.Delete(workspacePath(owner)+"/members/"+unknown).Problem(404, "not_found")
		}
	}
}

func TestOwnerCannotBeChanged(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin := owner.AddMember("admin", "admin")
	for _, p := range []*apitest.User{owner, admin} {
		for _, body := range []object{{"role": "admin"}, {"role": "user"}, {"isDeactivated": true}} {
			p.Patch(memberPath(owner, owner), body).Problem(409, "conflict")
		}
		p.Delete(memberPath(owner, owner)).Problem(409, "conflict")
	}
	owner.Post(workspacePath(owner)+"/leave", nil).Problem(409, "conflict")
	// an owner has a rate too
	admin.Patch(memberPath(owner, owner), object{"hourlyRate": 12_000, "isDeactivated": false}).OK()
	if got := listRoles(t, owner); got != "ada owner, admin admin" {
		t.Errorf("members %s", got)
	}
}
