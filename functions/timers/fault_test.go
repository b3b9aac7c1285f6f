package timers_test

import (
	"fmt"
	"testing"
	"time"

	"stint/functions/apitest"
)

func TestStartSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			project := ada.Post("/api/projects", object{"name": "P"}).ID()
			return keyed(ada, object{"projectId": project})
		},
		Again: fine,
	}.Run(t)
}

func TestSwitchSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Post("/api/timers/start", nil).OK()
			h.Clock.Advance(time.Minute)
			return keyed(ada, object{})
		},
		Again: fine,
	}.Run(t)
}

func TestStopSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return ada.Post("/api/timers/"+timer+"/stop", nil) }
		},
		Again: fine,
	}.Run(t)
}

func TestDiscardSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer { return ada.Delete("/api/timers/" + timer) }
		},
		Again: func(h *apitest.House, again *apitest.Answer) {
			if again.Status != 404 {
				again.OK()
			}
		},
	}.Run(t)
}

func TestEditSurvivesFaults(t *testing.T) {
	t.Parallel()
	var ada *apitest.Person
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada = h.Register("ada")
			project := ada.Post("/api/projects", object{"name": "P"}).ID()
			timer := ada.Post("/api/timers/start", nil).ID()
			return func() *apitest.Answer {
				return ada.Patch("/api/timers/"+timer, object{"projectId": project, "description": "edited"})
			}
		},
		State: func(h *apitest.House) string {
			running := ada.Get("/api/timers/current").OK()["timer"].(object)
			return fmt.Sprint(apitest.Shape(h), running["project_id"] != nil, running["description"], running["version"])
		},
		Again: fine,
	}.Run(t)
}

// keyed starts a timer under one Idempotency-Key.
func keyed(p *apitest.Person, body object) func() *apitest.Answer {
	return func() *apitest.Answer {
		return p.Send(apitest.Request{
			Method: "POST", Path: "/api/timers/start", Bearer: p.Token, Body: body,
			Header: map[string]string{"Idempotency-Key": "once"},
		})
	}
}

func fine(_ *apitest.House, again *apitest.Answer) { again.OK() }
