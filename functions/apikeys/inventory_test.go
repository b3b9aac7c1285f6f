package apikeys_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/internal/apitest"
)

func inventoryPath(p *apitest.User) string { return "/api/workspaces/" + p.WorkspaceID + "/api-keys" }

func revokeAny(p *apitest.User, id string) *apitest.Answer {
	return p.Delete(inventoryPath(p) + "/" + id)
}

func TestInventoryShowsTheKeysOfAllMembers(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	member, admin := owner.AddMember("mia", "user"), owner.AddMember("anton", "admin")
	own := member.Post("/api/workspaces", object{"name": "Own"}).ID()
	member.Post("/api/me/workspaces/"+own+"/api-keys", object{"name": "elsewhere"}).OK()
	create(owner, object{"name": "olga 0"}).OK()
	for i := range 2 {
		create(member, object{"name": fmt.Sprint("mia ", i)}).OK()
		api.Clock.Advance(time.Minute)
	}
	_, dead := createKey(t, admin)
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + admin.ID).OK()

	var all []string
	for _, key := range owner.Get(inventoryPath(owner)).Items() {
		user := key["user"].(object)
		all = append(all, fmt.Sprint(user["display_name"], " ", key["name"], " ", key["status"]))
		if key["token"] != nil || user["email"] != fmt.Sprint(user["display_name"], "@example.com") || user["id"] == nil {
			t.Errorf("the key %v", key)
		}
		if key["id"] == dead && key["revoked_at"] != "2026-06-17T12:02:00Z" {
			t.Errorf("the key of a former member: %v", key)
		}
	}
	slices.Sort(all)
	if got, want := fmt.Sprint(all),
		"[anton robot revoked mia mia 0 active mia mia 1 active olga olga 0 active]"; got != want {
		t.Errorf("the inventory is %s, want %s", got, want)
	}
}

// A page of any size shows every key once, each member's newest first.
func TestInventoryIsPaged(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	members := []*apitest.User{owner, owner.AddMember("mia", "user"), owner.AddMember("nil", "user"),
		owner.AddMember("anton", "analyst")}
	for i, m := range members {
		for k := range i * 3 % 7 { // 0, 3, 6 and 2 keys
			create(m, object{"name": fmt.Sprint(k)}).OK()
		}
	}
	names := func(limit int) (all []string, pages int) {
		cursor := ""
		for {
			page := owner.Get(fmt.Sprintf("%s?limit=%d%s", inventoryPath(owner), limit, cursor)).OK()
			if got := len(page["items"].([]any)); got > limit {
				t.Fatalf("%d keys on a page of %d", got, limit)
			}
			for _, key := range page["items"].([]any) {
				key := key.(object)
				all = append(all, fmt.Sprint(key["user"].(object)["display_name"], key["name"]))
			}
			if pages++; page["next_cursor"] == nil {
				return all, pages
			}
			cursor = "&cursor=" + page["next_cursor"].(string)
		}
	}
	want, pages := names(200)
	if len(want) != 11 || pages != 1 || fmt.Sprint(want[:3]) != "[mia2 mia1 mia0]" {
		t.Errorf("%d pages with %v", pages, want)
	}
	for limit := 1; limit <= 12; limit++ {
		if got, _ := names(limit); !slices.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", limit, got, want)
		}
	}
	page := owner.Get(inventoryPath(owner) + "?limit=1").OK()["next_cursor"].(string)
	owner.Get("/api/auth/api-keys?cursor=" + page).Invalid("cursor cursor_invalid")
	other := owner.Post("/api/workspaces", object{"name": "Other"}).ID()
	owner.Get("/api/workspaces/" + other + "/api-keys?cursor=" + page).Invalid("cursor cursor_invalid")
}

func TestRevokeAny(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("olga"), api.Register("eve")
	member, analyst := owner.AddMember("mia", "user"), owner.AddMember("anton", "analyst")
	raw, id := createKey(t, member)
	_, foreign := createKey(t, outsider)

	member.Get(inventoryPath(owner)).Denied("role_insufficient")
	analyst.Get(inventoryPath(owner)).Denied("role_insufficient")
	revokeAny(member, id).Denied("role_insufficient")
	revokeAny(analyst, id).Denied("analyst_read_only")
	outsider.Get(inventoryPath(owner)).Problem(404, "not_found")
	revokeAny(owner, foreign).Problem(404, "not_found")
	revokeAny(outsider, id).Problem(404, "not_found")
	revoke(owner, owner.WorkspaceID, id).Problem(404, "not_found") // that path has one's own keys
	api.UseKey(raw).OK()

	if got := revokeAny(owner, id).OK(); got["id"] != id || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	api.UseKey(raw).Problem(401, "unauthorized")
	api.Clock.Advance(time.Minute)
	revokeAny(owner, id).OK()
	wantKey(t, member, id, "revoked 2026-06-17T12:00:00Z")
}

// The key of a former member can be revoked too, and keeps the time when it ended.
func TestRevokeAnyOfAFormerMember(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	member := owner.AddMember("mia", "user")
	_, id := createKey(t, member)
	member.Post("/api/workspaces/"+owner.WorkspaceID+"/leave", nil).OK()
	api.Clock.Advance(time.Minute)
	revokeAny(owner, id).OK()
	wantKey(t, member, id, "revoked 2026-06-17T12:00:00Z")
}

func TestRevokeAnyUnderFaults(t *testing.T) {
	var member *apitest.User
	var raw string
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("olga")
			member = owner.AddMember("mia", "user")
			key, id := createKey(t, member)
			raw = key
			return func() *apitest.Answer { return revokeAny(owner, id) }
		},
		State: func(*apitest.Service) string { return member.Get("/api/auth/api-keys").Items()[0]["status"].(string) },
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			again.OK()
			api.UseKey(raw).Problem(401, "unauthorized")
		},
	}.Run(t)
}
