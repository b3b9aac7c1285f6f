package timers_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestStartSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			project := ada.Post("/api/projects", object{"name": "P"}).ID()
			return startWithKey(ada, object{"projectId": project})
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestSwitchSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Post("/api/timers/start", nil).OK()
			h.Clock.Advance(time.Minute)
			return startWithKey(ada, object{})
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestStopSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return ada.Post("/api/timers/"+timer+"/stop", nil) }
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestStopOfTheRunningTimerSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return ada.Post("/api/timers/current/stop", nil) }
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 404 { // it was stopped before
				again.OK()
			}
		},
	}.Run(t)
}

func TestDiscardSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return ada.Delete("/api/timers/" + timer) }
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 404 {
				again.OK()
			}
		},
	}.Run(t)
}

func TestEditSurvivesFaults(t *testing.T) {
	t.Parallel()
	var ada *apitest.User
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			project := ada.Post("/api/projects", object{"name": "P"}).ID()
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer {
				return ada.Patch("/api/timers/"+timer, object{"projectId": project, "description": "edited"})
			}
		},
		State: func(h *apitest.Service) string {
			running := ada.Get("/api/timers/current").OK()["timer"].(object)
			return fmt.Sprint(apitest.ItemCounts(h), running["project_id"] != nil, running["description"], running["version"])
		},
		CheckRetry: wantOK,
	}.Run(t)
}

// startWithKey starts a timer with one Idempotency-Key.
func startWithKey(p *apitest.User, body object) func() *apitest.Answer {
	return func() *apitest.Answer {
		return p.Send(apitest.Request{
			Method: "POST", Path: "/api/timers/start", Bearer: p.Token, Body: body,
			Header: map[string]string{"Idempotency-Key": "once"},
		})
	}
}

func wantOK(_ *apitest.Service, again *apitest.Answer) { again.OK() }
