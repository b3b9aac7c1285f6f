package billing_test

import (
	"fmt"
	"testing"

	"stint/functions/apitest"
)

// studio is a workspace in which everyone has a rate of their own everywhere:
// whose rate counted, and at which level, can be told from the number.
type studio struct {
	t        *testing.T
	ada, bob *apitest.Person // the owner; a user
	p, q     string          // bob has 41 on p and ada 42; nobody belongs to q, whose rate is 30
	taskOfQ  string
}

func newStudio(t *testing.T) *studio {
	t.Helper()
	return furnish(t, apitest.New(t))
}

// furnish makes a studio in an empty house.
func furnish(t *testing.T, h *apitest.House) *studio {
	t.Helper()
	s := &studio{t: t, ada: h.Register("ada")}
	s.bob = s.ada.Bring("bob", "user")
	put(s.ada, object{"defaultHourlyRate": 1000, "membersSeeRates": true}).OK()
	rateMember(s.ada, s.bob, 2100)
	rateMember(s.ada, s.ada, 2200)
	s.p, s.q = newProject(s.ada, "P", nil), newProject(s.ada, "Q", object{"hourlyRate": 3000, "visibility": "public"})
	s.taskOfQ = s.ada.Post("/api/projects/"+s.q+"/tasks", object{"name": "T"}).ID()
	place(s.ada, s.p, s.bob, object{"hourlyRate": 4100})
	place(s.ada, s.p, s.ada, object{"hourlyRate": 4200})
	return s
}

// runs is a timer of somebody that runs for an hour.
func (s *studio) runs(who *apitest.Person, project any) string {
	timer := who.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": project}).OK()
	wantWorth(s.t, "a running timer", timer, "<nil> none 0 EUR")
	return timer["id"].(string)
}

func of(answer *apitest.Answer) object { return answer.OK() }

func firstOf(answer *apitest.Answer) object { return answer.Items()[0] }

const fresh = "01890000-0000-7000-8000-000000000001"

// TestSnapshots goes through every way in which an entry is created, stopped or
// moved, and checks that the rates of its owner were taken, at that moment.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want string // with nothing said of amount and currency: an hour in EUR
		make func(s *studio) object
	}{
		"stopped": {"4100 project_member", func(s *studio) object {
			return of(s.bob.Post("/api/timers/"+s.runs(s.bob, s.p)+"/stop", nil))
		}},
		"stopped on no project": {"2100 member", func(s *studio) object {
			return of(s.bob.Post("/api/timers/"+s.runs(s.bob, nil)+"/stop", nil))
		}},
		"stopped by the owner": {"4100 project_member", func(s *studio) object {
			return of(s.ada.Post("/api/timers/"+s.runs(s.bob, s.p)+"/stop?user_id="+s.bob.ID, nil))
		}},
		"stopped by the owner on no project": {"2100 member", func(s *studio) object {
			return of(s.ada.Post("/api/timers/"+s.runs(s.bob, nil)+"/stop?user_id="+s.bob.ID, nil))
		}},
		"stopped twice": {"4100 project_member", func(s *studio) object {
			timer := s.runs(s.bob, s.p)
			s.bob.Post("/api/timers/"+timer+"/stop", nil).OK()
			s.ada.Patch("/api/projects/"+s.p+"/members/"+s.bob.ID, object{"hourlyRate": 1}).OK()
			return of(s.bob.Post("/api/timers/"+timer+"/stop", nil))
		}},
		"switched": {"4100 project_member", func(s *studio) object {
			s.runs(s.bob, s.p)
			return s.bob.Post("/api/timers/start", nil).OK()["stopped_entry"].(object)
		}},
		"switched to another project": {"4200 project_member", func(s *studio) object {
			s.runs(s.ada, s.p)
			return s.ada.Post("/api/timers/start", object{"taskId": s.taskOfQ}).OK()["stopped_entry"].(object)
		}},
		"created":           {"4100 project_member", func(s *studio) object { return hour(s.bob, object{"projectId": s.p}) }},
		"created on a task": {"3000 project", func(s *studio) object { return hour(s.ada, object{"taskId": s.taskOfQ}) }},
		"created for another": {"4100 project_member", func(s *studio) object {
			return hour(s.ada, object{"projectId": s.p, "userId": s.bob.ID})
		}},
		"created for another on no project": {"2100 member", func(s *studio) object { return hour(s.ada, object{"userId": s.bob.ID}) }},
		"moved": {"4100 project_member", func(s *studio) object {
			return of(s.bob.Patch("/api/entries/"+hour(s.bob, nil)["id"].(string), object{"projectId": s.p}))
		}},
		"moved off": {"2100 member", func(s *studio) object {
			return of(s.bob.Patch("/api/entries/"+hour(s.bob, object{"projectId": s.p})["id"].(string), object{"projectId": nil}))
		}},
		"moved by another": {"3000 project", func(s *studio) object {
			return of(s.ada.Patch("/api/entries/"+hour(s.bob, nil)["id"].(string)+"?user_id="+s.bob.ID, object{"taskId": s.taskOfQ}))
		}},
		"moved off by another": {"2100 member", func(s *studio) object {
			return of(s.ada.Patch("/api/entries/"+hour(s.bob, object{"projectId": s.p})["id"].(string)+"?user_id="+s.bob.ID, object{"projectId": nil}))
		}},
		"a timer that is edited to its end": {"4100 project_member", func(s *studio) object {
			return of(s.bob.Patch("/api/timers/"+s.runs(s.bob, s.p), object{"stoppedAt": at(0)}))
		}},
		"a timer that is moved and ended": {"2100 member", func(s *studio) object {
			return of(s.bob.Patch("/api/entries/"+s.runs(s.bob, s.p), object{"stoppedAt": at(0), "projectId": nil}))
		}},
		"a timer that another edits to its end": {"4100 project_member", func(s *studio) object {
			return of(s.ada.Patch("/api/timers/"+s.runs(s.bob, s.p)+"?user_id="+s.bob.ID, object{"stoppedAt": at(0)}))
		}},
		"a new row": {"4100 project_member", func(s *studio) object {
			return firstOf(bulk(s.bob, object{"id": fresh, "projectId": s.p, "startedAt": at(-60), "stoppedAt": at(0)}))
		}},
		"a new row on a task": {"3000 project", func(s *studio) object {
			return firstOf(bulk(s.ada, object{"id": fresh, "taskId": s.taskOfQ, "startedAt": at(-60), "stoppedAt": at(0)}))
		}},
		"another's new row": {"2100 member", func(s *studio) object {
			return firstOf(bulk(s.ada, object{"id": fresh, "userId": s.bob.ID, "startedAt": at(-60), "stoppedAt": at(0)}))
		}},
		"a row that stops": {"4100 project_member", func(s *studio) object {
			return firstOf(bulk(s.bob, object{"id": s.runs(s.bob, s.p), "stoppedAt": at(0)}))
		}},
		"a row that stops another's timer": {"4100 project_member", func(s *studio) object {
			return firstOf(bulk(s.ada, object{"id": s.runs(s.bob, s.p), "userId": s.bob.ID, "stoppedAt": at(0)}))
		}},
		"a row that moves": {"2100 member", func(s *studio) object {
			return firstOf(bulk(s.bob, object{"id": hour(s.bob, object{"projectId": s.p})["id"], "projectId": nil}))
		}},
		"a row that moves another's": {"4100 project_member", func(s *studio) object {
			return firstOf(bulk(s.ada, object{"id": hour(s.bob, nil)["id"], "userId": s.bob.ID, "projectId": s.p}))
		}},
		"deactivated": {"4100 project_member", func(s *studio) object {
			timer := s.runs(s.bob, s.p)
			s.ada.Patch("/api/workspaces/"+s.ada.WorkspaceID+"/members/"+s.bob.ID, object{"isDeactivated": true}).OK()
			return of(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
		"removed": {"2100 member", func(s *studio) object {
			timer := s.runs(s.bob, nil)
			s.ada.Delete("/api/workspaces/" + s.ada.WorkspaceID + "/members/" + s.bob.ID).OK()
			return of(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
		"gone": {"4100 project_member", func(s *studio) object {
			timer := s.runs(s.bob, s.p)
			s.bob.Post("/api/workspaces/"+s.ada.WorkspaceID+"/leave", nil).OK()
			return of(s.ada.Get("/api/entries/" + timer + "?user_id=" + s.bob.ID))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := c.make(newStudio(t))
			if have := fmt.Sprint(got["hourly_rate"], " ", got["rate_source"]); have != c.want {
				t.Errorf("%s, want %s", have, c.want)
			}
			if got["amount"] != got["hourly_rate"] || got["currency"] != "EUR" {
				t.Errorf("an hour is worth %s", worth(got))
			}
		})
	}
}
