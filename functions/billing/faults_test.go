package billing_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// walkStopFaults breaks a request that stops the member's timer, and checks that its entry is
// there with its worth or not at all.
func walkStopFaults(t *testing.T, stop func(s *ratedWorkspace, timer string) *apitest.Answer) {
	var s *ratedWorkspace
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			s = setUpRatedWorkspace(t, api)
			timer := s.startTimer(s.member, s.p)
			return func() *apitest.Answer { return stop(s, timer) }
		},
		State: func(*apitest.Service) string {
			var all []string
			for _, e := range s.owner.Get("/api/entries").Items() {
				all = append(all, rateSnapshotOf(e))
			}
			return strings.Join(all, ", ")
		},
		CheckRetry: func(_ *apitest.Service, _ *apitest.Answer) {
			if e := s.owner.Get("/api/entries").Items(); len(e) != 1 || rateSnapshotOf(e[0]) != "4100 project_member 4100 EUR" {
				t.Errorf("after a retry: %v", e)
			}
		},
	}.Run(t)
}

func TestStopWithRatesSurvivesFaults(t *testing.T) {
	t.Parallel()
	walkStopFaults(t, func(s *ratedWorkspace, timer string) *apitest.Answer {
		return s.member.Post("/api/timers/"+timer+"/stop", nil)
	})
}

func TestMemberRemovalWithRatesSurvivesFaults(t *testing.T) {
	t.Parallel()
	walkStopFaults(t, func(s *ratedWorkspace, _ string) *apitest.Answer {
		return s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.member.ID)
	})
}

// A timer that is switched while its owner is removed is stopped with the rates
// of what it is tracked to by then.
func TestMemberRemovalRacesTimerSwitch(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := setUpRatedWorkspace(t, api)
	s.startTimer(s.member, nil)
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	removed := make(chan *apitest.Answer)
	go func() {
		removed <- s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.member.ID)
	}()
	<-held.Reached()
	switched := s.member.Post("/api/timers/start", object{"projectId": s.p, "startedAt": at(-30)}).ID()
	close(release)
	(<-removed).OK()
	last := s.owner.Get("/api/entries/" + switched + "?user_id=" + s.member.ID).OK()
	wantRateSnapshot(t, "half an hour", last, "4100 project_member 2050 EUR")
}
