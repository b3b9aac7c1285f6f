package workspaces_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/functions/apitest"
)

// Changing a workspace or a member, and leaving, happen wholly or not at all.
func TestWorkspaceWritesUnderFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada, bob *apitest.Person) *apitest.Answer
		again int // what a retry may be told beside 200
	}{
		"change the workspace": {again: 200, send: func(ada, _ *apitest.Person) *apitest.Answer {
			return ada.Patch(workspaceOf(ada), object{"name": "Renamed", "allowOverlap": false})
		}},
		"change a member": {again: 200, send: func(ada, bob *apitest.Person) *apitest.Answer {
			return ada.Patch(memberPath(ada, bob), object{"role": "admin", "hourlyRate": 5000})
		}},
		"leave": {again: http.StatusNotFound, send: func(ada, bob *apitest.Person) *apitest.Answer {
			return bob.Post(workspaceOf(ada)+"/leave", nil)
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ada *apitest.Person
			apitest.FaultWalk{
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					ada = h.Register("ada")
					bob := ada.Bring("bob", "user")
					bob.Post("/api/timers/start", nil).OK()
					return func() *apitest.Answer { return write.send(ada, bob) }
				},
				State: func(h *apitest.House) string {
					state := departed(h)
					for _, place := range ada.Get("/api/workspaces").Items() {
						state += fmt.Sprint(" ", place["name"], place["allow_overlap"], place["version"])
					}
					for _, m := range ada.Get(workspaceOf(ada) + "/members").Items() {
						state += fmt.Sprint(" ", m["display_name"], m["role"], m["hourly_rate"], m["version"])
					}
					return state
				},
				Again: func(_ *apitest.House, again *apitest.Answer) {
					if again.Status != http.StatusOK && again.Status != write.again {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
				},
			}.Run(t)
		})
	}
}
