package projects_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestProjectList(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, analyst := owner.AddMember("ursula", "user"), owner.AddMember("ann", "analyst")
	acme := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	empty := owner.Post("/api/clients", object{"name": "Nobody's"}).ID()
	createProject(owner, object{"name": "Open", "visibility": "public", "clientId": acme})
	createProject(owner, object{"name": "Hidden", "visibility": "private", "clientId": acme})
	own := createProject(owner, object{"name": "Öwn", "visibility": "private", "hourlyRate": 5000})
	createProject(owner, object{"name": "Old", "visibility": "public", "isArchived": true})
	owner.Post(own+"/members", object{"userId": member.ID}).OK()
	key := member.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)

	for _, c := range []struct{ query, all, user string }{
		{"", "Open Hidden Öwn Old", "Open Öwn Old"},
		{"?is_archived=false", "Open Hidden Öwn", "Open Öwn"},
		{"?isArchived=true", "Old", "Old"},
		{"?search=o", "Open Öwn Old", "Open Öwn Old"},
		{"?search=OWN", "Öwn", "Öwn"},
		{"?client_id=" + acme, "Open Hidden", "Open"},
		{"?clientId=" + acme + "&search=hid", "Hidden", ""},
		{"?client_id=" + empty, "", ""},
	} {
		for _, user := range []*apitest.User{owner, analyst} {
			if got := apitest.Names(user.Get("/api/projects" + c.query).Items()); got != c.all {
				t.Errorf("%s %s: %q, want %q", user.Email, c.query, got, c.all)
			}
		}
		if got := apitest.Names(member.Get("/api/projects" + c.query).Items()); got != c.user {
			t.Errorf("user %s: %q, want %q", c.query, got, c.user)
		}
		v1 := api.As(key).Get("/api/v1/projects" + c.query)
		if got := apitest.Names(v1.Items()); got != c.user {
			t.Errorf("key %s: %q, want %q", c.query, got, c.user)
		}
	}
	for user, want := range map[*apitest.User]object{
		owner:   {"can_edit": true, "can_track": true, "hourly_rate": 5000.0},
		analyst: {"can_edit": false, "can_track": false, "hourly_rate": 5000.0},
		member:  {"can_edit": false, "can_track": true, "hourly_rate": nil},
	} {
		wantFields(t, user.Get("/api/projects?search=own").Items()[0], want)
	}
	wantFields(t, member.Get("/api/projects?search=open").Items()[0], object{"can_edit": false, "can_track": false})
}

func TestProjectListRefusals(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Get("/api/projects?client_id=x&is_archived=1&limit=201").Invalid("client_id uuid_invalid",
		"is_archived type_invalid", "limit max_value")
	owner.Get("/api/projects?client_id="+owner.ID+"&limit=0").Invalid("client_id client_not_found", "limit min_value")
	owner.Get("/api/projects?cursor=nonsense").Invalid("cursor cursor_invalid")
}

func TestProjectPagesListEveryProjectOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("ursula", "user")
	acme := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	for i := range 7 {
		createProject(owner, object{"name": fmt.Sprint(i), "clientId": acme,
			"visibility": []string{"public", "private"}[i%2]})
	}
	for user, want := range map[*apitest.User]string{owner: "0 1 2 3 4 5 6", member: "0 2 4 6"} {
		for _, filter := range []string{"", "&client_id=" + acme} {
			var items []map[string]any
			for path, pages := "/api/projects?limit=2"+filter, 0; path != "" && pages < 10; pages++ {
				answer := user.Get(path)
				items = append(items, answer.Items()...)
				path = ""
				if next, ok := answer.OK()["next_cursor"].(string); ok {
					path = "/api/projects?limit=2" + filter + "&cursor=" + next
				}
			}
			if got := apitest.Names(items); got != want {
				t.Errorf("%s %s: %q, want %q", user.Email, filter, got, want)
			}
		}
	}
	next := owner.Get("/api/projects?limit=1").OK()["next_cursor"].(string)
	member.Get("/api/projects?limit=1&cursor=" + next).Invalid("cursor cursor_invalid")
}

// The memberships of a user are read beside the projects, and for no other user.
func TestProjectListCost(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("ursula", "user")
	createProject(owner, object{"name": "Open", "visibility": "public"})
	api.Clock.Advance(time.Minute) // memberships are read again for new projects
	for user, queries := range map[*apitest.User]int{owner: 1, member: 2} {
		api.Probe.Reset()
		user.Get("/api/projects").OK()
		calls := api.Probe.Snapshot().Calls
		if calls["Query"] != queries || calls["BatchGetItem"] != 1 || len(calls) != 2 {
			t.Errorf("%s: %v, want one batch and %d queries", user.Email, calls, queries)
		}
	}
}

// A user makes a public project between the two reads of a list of theirs: the memberships
// and the projects. They manage it at every moment at which it is there.
func TestListShowsNewProjectsWithTheirManager(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	member := owner.AddMember("ursula", "user")
	query := func(ofMemberships bool) func(testkit.Attempt) bool {
		return func(a testkit.Attempt) bool {
			in, ok := a.Input.(*dynamodb.QueryInput)
			return ok && (in.IndexName != nil) == ofMemberships
		}
	}
	membershipsRead := make(chan struct{})
	api.Probe.Inject(testkit.Fault{Where: query(true),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			defer close(membershipsRead)
			return exchange(r)
		}})
	api.Probe.Inject(testkit.Fault{Where: query(false),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			<-membershipsRead
			member.Post("/api/projects", object{"name": "New", "visibility": "public", "hourlyRate": 100}).OK()
			return exchange(r)
		}})
	shown := member.Get("/api/projects").Items()
	if len(shown) != 1 {
		t.Fatalf("%v", shown)
	}
	wantFields(t, shown[0], object{"can_edit": true, "can_track": true, "hourly_rate": 100.0})
}
