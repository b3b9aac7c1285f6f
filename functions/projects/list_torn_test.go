package projects_test

import (
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A user makes a public project between the two reads of a list of theirs: the memberships
// and the projects. They manage it at every moment at which it is there.
func TestListShowsNewProjectsWithTheirManager(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	ursula := ada.AddMember("ursula", "user")
	query := func(ofMemberships bool) func(testkit.Attempt) bool {
		return func(a testkit.Attempt) bool {
			in, ok := a.Input.(*dynamodb.QueryInput)
			return ok && (in.IndexName != nil) == ofMemberships
		}
	}
	membershipsRead := make(chan struct{})
	h.Probe.Inject(testkit.Fault{Where: query(true), Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		defer close(membershipsRead)
		return exchange(r)
	}})
	h.Probe.Inject(testkit.Fault{Where: query(false), Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		<-membershipsRead
		ursula.Post("/api/projects", object{"name": "New", "visibility": "public", "hourlyRate": 100}).OK()
		return exchange(r)
	}})
	shown := ursula.Get("/api/projects").Items()
	if len(shown) != 1 {
		t.Fatalf("%v", shown)
	}
	wantFields(t, shown[0], object{"can_edit": true, "can_track": true, "hourly_rate": 100.0})
}
