package timers_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestStartSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			project := owner.Post("/api/projects", object{"name": "P"}).ID()
			return startWithKey(owner, object{"projectId": project})
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestSwitchSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Post("/api/timers/start", nil).OK()
			api.Clock.Advance(time.Minute)
			return startWithKey(owner, object{})
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestStopSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			timer := owner.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return owner.Post("/api/timers/"+timer+"/stop", nil) }
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestStopOfTheRunningTimerSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return owner.Post("/api/timers/current/stop", nil) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 404 { // it was stopped before
				again.OK()
			}
		},
	}.Run(t)
}

func TestDiscardSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			timer := owner.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return owner.Delete("/api/timers/" + timer) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 404 {
				again.OK()
			}
		},
	}.Run(t)
}

func TestEditSurvivesFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			project := owner.Post("/api/projects", object{"name": "P"}).ID()
			timer := owner.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer {
				return owner.Patch("/api/timers/"+timer, object{"projectId": project, "description": "edited"})
			}
		},
		CheckRetry: wantOK,
	}.Run(t)
}

// startWithKey starts a timer with one Idempotency-Key.
func startWithKey(p *apitest.User, body object) func() *apitest.Answer {
	return func() *apitest.Answer {
		return p.With("Idempotency-Key", "once").Post("/api/timers/start", body)
	}
}

func wantOK(_ *apitest.Service, again *apitest.Answer) { again.OK() }
