package apikeys_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/problem"
)

// A feed is listed without its address, which only its creation shows, and which the table does not have.
func TestFeedsShowTheirAddressOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	create := apitest.Request{Method: "POST", Path: feedsOf(p), Body: object{"name": "Mine"}, Bearer: p.Token,
		Header: map[string]string{"Idempotency-Key": "one"}}
	made := api.Send(create).OK()
	address, _ := made["url"].(string)
	token := strings.TrimSuffix(strings.TrimPrefix(address, apitest.BaseURL+"/feeds/"), ".ics")
	if len(token) != 43 || made["project_id"] != nil || made["status"] != "active" || made["last_used_at"] != nil {
		t.Fatalf("made %v", made)
	}
	if again := api.Send(create).OK(); again["url"] != nil || again["id"] != made["id"] {
		t.Errorf("again %v", again)
	}
	fetch(api, "/feeds/"+token)
	api.Clock.Advance(time.Second)
	listed := p.Get(feedsOf(p)).Items()
	if len(listed) != 1 || listed[0]["name"] != "Mine" || listed[0]["last_used_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("listed %v", listed)
	}
	if _, has := listed[0]["url"]; has {
		t.Errorf("listed %v", listed)
	}
	for _, item := range testkit.Dump(t, api.Table) {
		if text, _ := json.Marshal(item); strings.Contains(string(text), token) {
			t.Errorf("the token is in the table: %s", text)
		}
	}
	exported := p.Get("/api/me/export").OK()["account"].(object)["calendar_feeds"].([]any)
	if len(exported) != 1 || exported[0].(object)["id"] != made["id"] {
		t.Errorf("exported %v", exported)
	}
	if keys := p.Get("/api/auth/api-keys").Items(); len(keys) != 0 {
		t.Errorf("the keys are %v", keys)
	}
}

// The token of a feed opens its address and nothing else, and a key opens no feed.
func TestFeedsAreNoCredential(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	_, path := newFeed(p, object{"name": "Mine"})
	token := strings.TrimSuffix(strings.TrimPrefix(path, "/feeds/"), ".ics")
	for _, bearer := range []string{token, "stint_local_" + token} {
		api.UseKey(bearer).Problem(401, "unauthorized")
	}
	key := p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	for _, other := range []string{key, token[1:], token + "x", strings.ToUpper(token), "x"} {
		fetch(api, "/feeds/"+other).Problem(404, "not_found")
	}
}

// A person has at most 20 feeds, also when they are made at the same time. Ended ones make room.
func TestFeedsAreLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	for i := range 19 {
		newFeed(p, object{"name": fmt.Sprint(i)})
	}
	answers := make([]*apitest.Answer, 3)
	testkit.Race(t, len(answers), func(i int) { answers[i] = p.Post(feedsOf(p), object{"name": "last"}) })
	made := 0
	for _, answer := range answers {
		if answer.Status == 200 {
			made++
		}
	}
	p.Post(feedsOf(p), object{"name": "too many"}).Conflict(problem.LimitReached)
	if n := len(p.Get(feedsOf(p)).Items()); made != 1 || n != 20 {
		t.Errorf("%d of the last were made, and there are %d", made, n)
	}
	p.Delete(feedsOf(p) + "/" + p.Get(feedsOf(p)).Items()[0]["id"].(string)).OK()
	newFeed(p, object{"name": "again"})
}

// Only those who may read all time of a project make a feed of it.
func TestWhoMakesFeedsOfProjects(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	project := owner.Post("/api/projects", object{"name": "Pier", "visibility": "public"}).ID()
	hidden := owner.Post("/api/projects", object{"name": "Secret", "visibility": "private"}).ID()
	member, analyst := owner.AddMember("mia", "user"), owner.AddMember("anton", "analyst")
	body := object{"name": "Pier", "projectId": project}
	owner.Post(feedsOf(owner), body).OK()
	analyst.Post(feedsOf(analyst), body).OK()
	member.Post(feedsOf(member), body).Denied("role_insufficient")
	member.Post(feedsOf(member), object{"name": "x", "projectId": hidden}).Invalid("projectId project_not_found")
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	member.Post(feedsOf(member), body).Denied("role_insufficient")
	owner.Patch("/api/projects/"+project+"/members/"+member.ID+"/manager", object{"isManager": true}).OK()
	id, _ := newFeed(member, body)
	owner.Delete(feedsOf(owner)+"/"+id).Problem(404, "not_found") // that of another
	member.Post(feedsOf(member), object{"name": "", "projectId": "x"}).Invalid("name min_length", "projectId uuid_invalid")
}

// The lifetime of keys that a workspace sets bounds feeds.
func TestFeedsExpireWithTheKeysOfTheWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"maxKeyDays": 30}).OK()
	_, path := newFeed(owner, object{"name": "Mine"})
	api.Clock.Advance(30*24*time.Hour - time.Second)
	if got := fetch(api, path); got.Status != 200 {
		t.Errorf("%d", got.Status)
	}
	api.Clock.Advance(time.Second)
	fetch(api, path).Problem(404, "not_found")
}
