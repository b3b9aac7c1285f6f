package apikeys_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// newFeed makes a calendar feed of a user, and gives its id and the path of its address.
func newFeed(p *apitest.User, body object) (id, path string) {
	made := p.Post(feedsOf(p), body)
	return made.ID(), strings.TrimPrefix(made.OK()["url"].(string), apitest.BaseURL)
}

func feedsOf(p *apitest.User) string { return "/api/workspaces/" + p.WorkspaceID + "/calendar-feeds" }

// fetch reads the address of a feed, as a calendar program does.
func fetch(api *apitest.Service, path string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "GET", Path: path})
}

// A calendar feed ends with whatever ends an API key, at once and for good.
func TestWhatEndsFeeds(t *testing.T) {
	t.Parallel()
	ends := map[string]func(owner, member *apitest.User, feed string){
		"the user deletes it": func(_, member *apitest.User, feed string) {
			member.Delete(feedsOf(member) + "/" + feed).OK()
		},
	}
	for name, end := range endings {
		ends[name] = func(o, member *apitest.User, _ string) { end(o, member) }
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("olga")
			member := owner.AddMember("mia", "user")
			id, path := newFeed(member, object{"name": "Mine"})
			if got := fetch(api, path); got.Status != 200 {
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			end(owner, member, id)
			fetch(api, path).Problem(404, "not_found")
			api.RunWorker()
			fetch(api, path).Problem(404, "not_found")
			if strings.HasPrefix(name, "the deletion of") || name == "the user deletes it" {
				wantNoFeeds(t, api)
			}
		})
	}
}

// wantNoFeeds checks that the table has no feed and no pointer to one.
func wantNoFeeds(t *testing.T, api *apitest.Service) {
	t.Helper()
	for _, item := range testkit.Dump(t, api.Table) {
		if item["feed"] != nil || strings.HasPrefix(testkit.TextOf(item["sk"]), "FEED#") {
			t.Errorf("left over: %v", item)
		}
	}
}

func TestCreateFeedUnderFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			return func() *apitest.Answer {
				return owner.With("Idempotency-Key", "once").Post(feedsOf(owner), object{"name": "Mine"})
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			again.OK()
			if got := owner.Get(feedsOf(owner)).Items(); len(got) != 1 {
				t.Errorf("%d feeds, want 1", len(got))
			}
		},
	}.Run(t)
}

func TestDeleteFeedUnderFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	var path string
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			id, address := newFeed(owner, object{"name": "Mine"})
			path = address
			return func() *apitest.Answer { return owner.Delete(feedsOf(owner) + "/" + id) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Problem(404, "not_found") // the first request deleted it, and its answer was lost
			}
			fetch(api, path).Problem(404, "not_found")
			wantNoFeeds(t, api)
		},
	}.Run(t)
}
