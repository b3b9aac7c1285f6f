package workspaces_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/internal/apitest"
)

// After any fault, a change of a workspace or a member is complete or not made.
func TestWorkspaceWritesUnderFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada, bob *apitest.User) *apitest.Answer
		again int // a status that a retry may get besides 200
	}{
		"change the workspace": {again: 200, send: func(ada, _ *apitest.User) *apitest.Answer {
			return ada.Patch(workspacePath(ada), object{"name": "Renamed", "allowOverlap": false})
		}},
		"change a member": {again: 200, send: func(ada, bob *apitest.User) *apitest.Answer {
			return ada.Patch(memberPath(ada, bob), object{"role": "admin", "hourlyRate": 5000})
		}},
		"make an analyst": {again: 200, send: func(ada, bob *apitest.User) *apitest.Answer {
			return ada.Patch(memberPath(ada, bob), object{"role": "analyst"})
		}},
		"leave": {again: http.StatusNotFound, send: func(ada, bob *apitest.User) *apitest.Answer {
			return bob.Post(workspacePath(ada)+"/leave", nil)
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ada *apitest.User
			apitest.FaultWalk{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					bob := ada.AddMember("bob", "user")
					bob.Post("/api/timers/start", nil).OK()
					return func() *apitest.Answer { return write.send(ada, bob) }
				},
				State: func(h *apitest.Service) string {
					state := describeTable(h)
					for _, workspace := range ada.Get("/api/workspaces").Items() {
						state += fmt.Sprint(" ", workspace["name"], workspace["allow_overlap"], workspace["version"])
					}
					for _, m := range ada.Get(workspacePath(ada) + "/members").Items() {
						state += fmt.Sprint(" ", m["display_name"], m["role"], m["hourly_rate"], m["version"])
					}
					return state
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
					if again.Status != http.StatusOK && again.Status != write.again {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
				},
			}.Run(t)
		})
	}
}
