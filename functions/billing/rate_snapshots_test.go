package billing_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// ratedWorkspace is a workspace in which everyone has a rate of their own everywhere:
// whose rate counted, and at which level, can be told from the number.
type ratedWorkspace struct {
	t        *testing.T
	ada, bob *apitest.User // the owner; a user
	p, q     string        // bob has 41 on p and ada 42; nobody belongs to q, whose rate is 30
	taskOfQ  string
}

func newRatedWorkspace(t *testing.T) *ratedWorkspace {
	t.Helper()
	return setUpRatedWorkspace(t, apitest.New(t))
}

// setUpRatedWorkspace makes a studio in an empty service.
func setUpRatedWorkspace(t *testing.T, h *apitest.Service) *ratedWorkspace {
	t.Helper()
	s := &ratedWorkspace{t: t, ada: h.Register("ada")}
	s.bob = s.ada.AddMember("bob", "user")
	putSettings(s.ada, object{"defaultHourlyRate": 1000, "membersSeeRates": true}).OK()
	setMemberRate(s.ada, s.bob, 2100)
	setMemberRate(s.ada, s.ada, 2200)
	s.p, s.q = newProject(s.ada, "P", nil), newProject(s.ada, "Q", object{"hourlyRate": 3000, "visibility": "public"})
	s.taskOfQ = s.ada.Post("/api/projects/"+s.q+"/tasks", object{"name": "T"}).ID()
	addProjectMember(s.ada, s.p, s.bob, object{"hourlyRate": 4100})
	addProjectMember(s.ada, s.p, s.ada, object{"hourlyRate": 4200})
	return s
}

// startTimer is a timer of a user that runs for an hour.
func (s *ratedWorkspace) startTimer(user *apitest.User, project any) string {
	timer := user.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": project}).OK()
	wantRateSnapshot(s.t, "a running timer", timer, "<nil> none 0 EUR")
	return timer["id"].(string)
}

func bodyOf(answer *apitest.Answer) object { return answer.OK() }

func firstItemOf(answer *apitest.Answer) object { return answer.Items()[0] }

const newEntryID = "01890000-0000-7000-8000-000000000001"

// TestSnapshots goes through every way in which an entry is created, stopped or
// moved, and checks that the rates of its owner were taken, at that moment.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want string // with nothing said of amount and currency: an hour in EUR
		make func(s *ratedWorkspace) object
	}{
		"stopped": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Post("/api/timers/"+s.startTimer(s.bob, s.p)+"/stop", nil))
		}},
		"stopped on no project": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Post("/api/timers/"+s.startTimer(s.bob, nil)+"/stop", nil))
		}},
		"stopped by the owner": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.ada.Post("/api/timers/"+s.startTimer(s.bob, s.p)+"/stop?user_id="+s.bob.ID, nil))
		}},
		"stopped by the owner on no project": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.ada.Post("/api/timers/"+s.startTimer(s.bob, nil)+"/stop?user_id="+s.bob.ID, nil))
		}},
		"stopped twice": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.bob, s.p)
			s.bob.Post("/api/timers/"+timer+"/stop", nil).OK()
			s.ada.Patch("/api/projects/"+s.p+"/members/"+s.bob.ID, object{"hourlyRate": 1}).OK()
			return bodyOf(s.bob.Post("/api/timers/"+timer+"/stop", nil))
		}},
		"switched": {"4100 project_member", func(s *ratedWorkspace) object {
			s.startTimer(s.bob, s.p)
			return s.bob.Post("/api/timers/start", nil).OK()["stopped_entry"].(object)
		}},
		"switched to another project": {"4200 project_member", func(s *ratedWorkspace) object {
			s.startTimer(s.ada, s.p)
			return s.ada.Post("/api/timers/start", object{"taskId": s.taskOfQ}).OK()["stopped_entry"].(object)
		}},
		"created": {"4100 project_member",
			func(s *ratedWorkspace) object { return trackHour(s.bob, object{"projectId": s.p}) }},
		"created on a task": {"3000 project", func(s *ratedWorkspace) object {
			return trackHour(s.ada, object{"taskId": s.taskOfQ})
		}},
		"created for another": {"4100 project_member", func(s *ratedWorkspace) object {
			return trackHour(s.ada, object{"projectId": s.p, "userId": s.bob.ID})
		}},
		"created for another on no project": {"2100 member",
			func(s *ratedWorkspace) object { return trackHour(s.ada, object{"userId": s.bob.ID}) }},
		"moved": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Patch("/api/entries/"+trackHour(s.bob, nil)["id"].(string), object{"projectId": s.p}))
		}},
		"moved off": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Patch("/api/entries/"+trackHour(s.bob, object{"projectId": s.p})["id"].(string),
				object{"projectId": nil}))
		}},
		"moved by another": {"3000 project", func(s *ratedWorkspace) object {
			return bodyOf(s.ada.Patch("/api/entries/"+trackHour(s.bob, nil)["id"].(string)+"?user_id="+s.bob.ID,
				object{"taskId": s.taskOfQ}))
		}},
		"moved off by another": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.ada.Patch("/api/entries/"+trackHour(s.bob, object{"projectId": s.p})["id"].(string)+"?user_id="+
				s.bob.ID, object{"projectId": nil}))
		}},
		"a timer that is edited to its end": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Patch("/api/timers/"+s.startTimer(s.bob, s.p), object{"stoppedAt": at(0)}))
		}},
		"a timer that is moved and ended": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.bob.Patch("/api/entries/"+s.startTimer(s.bob, s.p), object{"stoppedAt": at(0), "projectId": nil}))
		}},
		"a timer that another edits to its end": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.ada.Patch("/api/timers/"+s.startTimer(s.bob, s.p)+"?user_id="+s.bob.ID, object{"stoppedAt": at(0)}))
		}},
		"a new row": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.bob, object{"id": newEntryID, "projectId": s.p, "startedAt": at(-60), "stoppedAt": at(0)}))
		}},
		"a new row on a task": {"3000 project", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.ada, object{"id": newEntryID, "taskId": s.taskOfQ, "startedAt": at(-60),
				"stoppedAt": at(0)}))
		}},
		"another's new row": {"2100 member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.ada, object{"id": newEntryID, "userId": s.bob.ID, "startedAt": at(-60),
				"stoppedAt": at(0)}))
		}},
		"a row that stops": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.bob, object{"id": s.startTimer(s.bob, s.p), "stoppedAt": at(0)}))
		}},
		"a row that stops another's timer": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.ada, object{"id": s.startTimer(s.bob, s.p), "userId": s.bob.ID, "stoppedAt": at(0)}))
		}},
		"a row that moves": {"2100 member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.bob, object{"id": trackHour(s.bob, object{"projectId": s.p})["id"], "projectId": nil}))
		}},
		"a row that moves another's": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.ada, object{"id": trackHour(s.bob, nil)["id"], "userId": s.bob.ID, "projectId": s.p}))
		}},
		"deactivated": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.bob, s.p)
			s.ada.Patch("/api/workspaces/"+s.ada.WorkspaceID+"/members/"+s.bob.ID, object{"isDeactivated": true}).OK()
			return bodyOf(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
		"removed": {"2100 member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.bob, nil)
			s.ada.Delete("/api/workspaces/" + s.ada.WorkspaceID + "/members/" + s.bob.ID).OK()
			return bodyOf(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
		"gone": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.bob, s.p)
			s.bob.Post("/api/workspaces/"+s.ada.WorkspaceID+"/leave", nil).OK()
			return bodyOf(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := c.make(newRatedWorkspace(t))
			if have := fmt.Sprint(got["hourly_rate"], " ", got["rate_source"]); have != c.want {
				t.Errorf("%s, want %s", have, c.want)
			}
			if got["amount"] != got["hourly_rate"] || got["currency"] != "EUR" {
				t.Errorf("an hour is worth %s", rateSnapshotOf(got))
			}
		})
	}
}
