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
	h := apitest.New(t)
	olga := h.Register("olga")
	mia, anton := olga.AddMember("mia", "user"), olga.AddMember("anton", "admin")
	own := mia.Post("/api/workspaces", object{"name": "Own"}).ID()
	mia.Post("/api/me/workspaces/"+own+"/api-keys", object{"name": "elsewhere"}).OK()
	create(olga, object{"name": "olga 0"}).OK()
	for i := range 2 {
		create(mia, object{"name": fmt.Sprint("mia ", i)}).OK()
		h.Clock.Advance(time.Minute)
	}
	_, dead := createToken(t, anton)
	olga.Delete("/api/workspaces/" + olga.WorkspaceID + "/members/" + anton.ID).OK()

	var all []string
	for _, key := range olga.Get(inventoryPath(olga)).Items() {
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
	h := apitest.New(t)
	olga := h.Register("olga")
	members := []*apitest.User{olga, olga.AddMember("mia", "user"), olga.AddMember("nil", "user"),
		olga.AddMember("anton", "analyst")}
	for i, m := range members {
		for k := range i * 3 % 7 { // 0, 3, 6 and 2 keys
			create(m, object{"name": fmt.Sprint(k)}).OK()
		}
	}
	names := func(limit int) (all []string, pages int) {
		cursor := ""
		for {
			page := olga.Get(fmt.Sprintf("%s?limit=%d%s", inventoryPath(olga), limit, cursor)).OK()
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
	page := olga.Get(inventoryPath(olga) + "?limit=1").OK()["next_cursor"].(string)
	olga.Get("/api/auth/api-keys?cursor=" + page).Invalid("cursor cursor_invalid")
	other := olga.Post("/api/workspaces", object{"name": "Other"}).ID()
	olga.Get("/api/workspaces/" + other + "/api-keys?cursor=" + page).Invalid("cursor cursor_invalid")
}

func TestRevokeAny(t *testing.T) {
	h := apitest.New(t)
	olga, eve := h.Register("olga"), h.Register("eve")
	mia, anton := olga.AddMember("mia", "user"), olga.AddMember("anton", "analyst")
	raw, id := createToken(t, mia)
	_, foreign := createToken(t, eve)

	mia.Get(inventoryPath(olga)).Denied("role_insufficient")
	anton.Get(inventoryPath(olga)).Denied("role_insufficient")
	revokeAny(mia, id).Denied("role_insufficient")
	revokeAny(anton, id).Denied("analyst_read_only")
	eve.Get(inventoryPath(olga)).Problem(404, "not_found")
	revokeAny(olga, foreign).Problem(404, "not_found")
	revokeAny(eve, id).Problem(404, "not_found")
	revoke(olga, olga.WorkspaceID, id).Problem(404, "not_found") // that path has one's own keys
	getWithKey(h, raw).OK()

	if got := revokeAny(olga, id).OK(); got["id"] != id || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	getWithKey(h, raw).Problem(401, "unauthorized")
	h.Clock.Advance(time.Minute)
	revokeAny(olga, id).OK()
	wantKey(t, mia, id, "revoked 2026-06-17T12:00:00Z")
}

// The key of a former member can be revoked too, and keeps the time when it ended.
func TestRevokeAnyOfAFormerMember(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	mia := olga.AddMember("mia", "user")
	_, id := createToken(t, mia)
	mia.Post("/api/workspaces/"+olga.WorkspaceID+"/leave", nil).OK()
	h.Clock.Advance(time.Minute)
	revokeAny(olga, id).OK()
	wantKey(t, mia, id, "revoked 2026-06-17T12:00:00Z")
}

func TestRevokeAnyUnderFaults(t *testing.T) {
	var mia *apitest.User
	var raw string
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			olga := h.Register("olga")
			mia = olga.AddMember("mia", "user")
			key, id := createToken(t, mia)
			raw = key
			return func() *apitest.Answer { return revokeAny(olga, id) }
		},
		State: func(*apitest.Service) string { return mia.Get("/api/auth/api-keys").Items()[0]["status"].(string) },
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			again.OK()
			getWithKey(h, raw).Problem(401, "unauthorized")
		},
	}.Run(t)
}
