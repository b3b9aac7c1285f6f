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
		send  func(owner, member *apitest.User) *apitest.Answer
		again int // a status that a retry may get besides 200
	}{
		"change the workspace": {again: 200, send: func(owner, _ *apitest.User) *apitest.Answer {
			return owner.Patch(workspacePath(owner), object{"name": "Renamed", "allowOverlap": false})
		}},
		"set the logo": {again: 200, send: func(owner, _ *apitest.User) *apitest.Answer {
			return owner.PutLogo(typeSVG, apitest.LogoSVG)
		}},
		"remove the logo": {again: 200, send: func(owner, _ *apitest.User) *apitest.Answer {
			return owner.Delete(logoPath(owner))
		}},
		"change a member": {again: 200, send: func(owner, member *apitest.User) *apitest.Answer {
			return owner.Patch(memberPath(owner, member), object{"role": "admin", "hourlyRate": 5000})
		}},
		"sign a member out": {again: 200, send: func(owner, member *apitest.User) *apitest.Answer {
			return owner.Delete(sessionsPath(owner, member))
		}},
		"make an analyst": {again: 200, send: func(owner, member *apitest.User) *apitest.Answer {
			return owner.Patch(memberPath(owner, member), object{"role": "analyst"})
		}},
		"leave": {again: http.StatusNotFound, send: func(owner, member *apitest.User) *apitest.Answer {
			return member.Post(workspacePath(owner)+"/leave", nil)
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var owner *apitest.User
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("ada")
					member := owner.AddMember("bob", "user")
					member.Post("/api/timers/start", nil).OK()
					if name == "remove the logo" {
						owner.PutLogo(typePNG, string(apitest.LogoPNG())).OK()
					}
					return func() *apitest.Answer { return write.send(owner, member) }
				},
				State: func(api *apitest.Service) string {
					state := describeTable(api)
					for _, workspace := range owner.Get("/api/workspaces").Items() {
						state += fmt.Sprint(" ", workspace["name"], workspace["allow_overlap"], workspace["version"], workspace["logo"])
					}
					for _, m := range owner.Get(workspacePath(owner) + "/members").Items() {
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
