package billing_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

// walked breaks a request that stops bob's timer, and checks that its entry is
// there with its worth or not at all.
func walked(t *testing.T, stop func(s *studio, timer string) *apitest.Answer) {
	var s *studio
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			s = furnish(t, h)
			timer := s.runs(s.bob, s.p)
			return func() *apitest.Answer { return stop(s, timer) }
		},
		State: func(*apitest.House) string {
			var all []string
			for _, e := range s.ada.Get("/api/entries").Items() {
				all = append(all, worth(e))
			}
			return strings.Join(all, ", ")
		},
		Again: func(_ *apitest.House, _ *apitest.Answer) {
			if e := s.ada.Get("/api/entries").Items(); len(e) != 1 || worth(e[0]) != "4100 project_member 4100 EUR" {
				t.Errorf("after a retry: %v", e)
			}
		},
	}.Run(t)
}

func TestStopWithRatesSurvivesFaults(t *testing.T) {
	t.Parallel()
	walked(t, func(s *studio, timer string) *apitest.Answer { return s.bob.Post("/api/timers/"+timer+"/stop", nil) })
}

func TestRemovalWithRatesSurvivesFaults(t *testing.T) {
	t.Parallel()
	walked(t, func(s *studio, _ string) *apitest.Answer {
		return s.ada.Delete("/api/workspaces/" + s.ada.WorkspaceID + "/members/" + s.bob.ID)
	})
}

// A timer that is switched while its owner is removed is stopped with the rates
// of what it is tracked to by then.
func TestRemovalFollowsTheTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := furnish(t, h)
	s.runs(s.bob, nil)
	release := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	removed := make(chan *apitest.Answer)
	go func() {
		removed <- s.ada.Delete("/api/workspaces/" + s.ada.WorkspaceID + "/members/" + s.bob.ID)
	}()
	<-held.Reached()
	switched := s.bob.Post("/api/timers/start", object{"projectId": s.p, "startedAt": at(-30)}).ID()
	close(release)
	(<-removed).OK()
	last := s.ada.Get("/api/entries/" + switched + "?user_id=" + s.bob.ID).OK()
	wantWorth(t, "half an hour", last, "4100 project_member 2050 EUR")
}
