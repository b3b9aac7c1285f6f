package mcp_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// A tool that loses the answer of a write, and is called again with the same key, starts one timer.
func TestStartTimerSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Post("/api/projects", object{"name": "Website"}).OK()
			a := newAgent(owner, "time")
			a.ok(t, "start_timer", object{"project": "website", "preview": true}) // the audit log has the list's first read
			return func() *apitest.Answer {
				return failing(a.send("tools/call", object{"name": "start_timer", "arguments": object{
					"project": "website", "request_key": "one",
				}}))
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if out := again.OK(); at(out, "result.structuredContent.status") != "started" {
				t.Errorf("%v", out)
			}
		},
	}.Run(t)
}

// failing gives the answer of a tool that could not reach the database the status of the operation.
func failing(a *apitest.Answer) *apitest.Answer {
	if strings.Contains(string(a.Body), `\"code\":\"service_unavailable\"`) {
		a.Status = 503
	}
	return a
}
