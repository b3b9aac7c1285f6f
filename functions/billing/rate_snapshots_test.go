package billing_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// ratedWorkspace is a workspace in which everyone has a rate of their own everywhere:
// whose rate counted, and at which level, can be told from the number.
type ratedWorkspace struct {
	t             *testing.T
	owner, member *apitest.User // the owner; a user
	p, q          string        // the member has 41 on p and the owner 42; nobody belongs to q, whose rate is 30
	taskOfQ       string
}

func newRatedWorkspace(t *testing.T) *ratedWorkspace {
	t.Helper()
	return setUpRatedWorkspace(t, apitest.New(t))
}

// setUpRatedWorkspace makes a studio in an empty service.
func setUpRatedWorkspace(t *testing.T, api *apitest.Service) *ratedWorkspace {
	t.Helper()
	s := &ratedWorkspace{t: t, owner: api.Register("ada")}
	s.member = s.owner.AddMember("bob", "user")
	putSettings(s.owner, object{"defaultHourlyRate": 1000, "membersSeeRates": true}).OK()
	setMemberRate(s.owner, s.member, 2100)
	setMemberRate(s.owner, s.owner, 2200)
	s.p, s.q = newProject(s.owner, "P", nil), newProject(s.owner, "Q", object{"hourlyRate": 3000, "visibility": "public"})
	s.taskOfQ = s.owner.Post("/api/projects/"+s.q+"/tasks", object{"name": "T"}).ID()
	addProjectMember(s.owner, s.p, s.member, object{"hourlyRate": 4100})
	addProjectMember(s.owner, s.p, s.owner, object{"hourlyRate": 4200})
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
			return bodyOf(s.member.Post("/api/timers/"+s.startTimer(s.member, s.p)+"/stop", nil))
		}},
		"stopped on no project": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.member.Post("/api/timers/"+s.startTimer(s.member, nil)+"/stop", nil))
		}},
		"stopped by the owner": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.owner.Post("/api/timers/"+s.startTimer(s.member, s.p)+"/stop?user_id="+s.member.ID, nil))
		}},
		"stopped by the owner on no project": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.owner.Post("/api/timers/"+s.startTimer(s.member, nil)+"/stop?user_id="+s.member.ID, nil))
		}},
		"stopped twice": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.member, s.p)
			s.member.Post("/api/timers/"+timer+"/stop", nil).OK()
			s.owner.Patch("/api/projects/"+s.p+"/members/"+s.member.ID, object{"hourlyRate": 1}).OK()
			return bodyOf(s.member.Post("/api/timers/"+timer+"/stop", nil))
		}},
		"switched": {"4100 project_member", func(s *ratedWorkspace) object {
			s.startTimer(s.member, s.p)
			return s.member.Post("/api/timers/start", nil).OK()["stopped_entry"].(object)
		}},
		"switched to another project": {"4200 project_member", func(s *ratedWorkspace) object {
			s.startTimer(s.owner, s.p)
			return s.owner.Post("/api/timers/start", object{"taskId": s.taskOfQ}).OK()["stopped_entry"].(object)
		}},
		"created": {"4100 project_member",
			func(s *ratedWorkspace) object { return trackHour(s.member, object{"projectId": s.p}) }},
		"created on a task": {"3000 project", func(s *ratedWorkspace) object {
			return trackHour(s.owner, object{"taskId": s.taskOfQ})
		}},
		"created for another": {"4100 project_member", func(s *ratedWorkspace) object {
			return trackHour(s.owner, object{"projectId": s.p, "userId": s.member.ID})
		}},
		"created for another on no project": {"2100 member",
			func(s *ratedWorkspace) object { return trackHour(s.owner, object{"userId": s.member.ID}) }},
		"moved": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.member.Patch("/api/entries/"+trackHour(s.member, nil)["id"].(string), object{"projectId": s.p}))
		}},
		"moved off": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.member.Patch("/api/entries/"+trackHour(s.member, object{"projectId": s.p})["id"].(string),
				object{"projectId": nil}))
		}},
		"moved by another": {"3000 project", func(s *ratedWorkspace) object {
			return bodyOf(s.owner.Patch("/api/entries/"+trackHour(s.member, nil)["id"].(string)+"?user_id="+s.member.ID,
				object{"taskId": s.taskOfQ}))
		}},
		"moved off by another": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.owner.Patch("/api/entries/"+trackHour(s.member, object{"projectId": s.p})["id"].(string)+"?user_id="+
				s.member.ID, object{"projectId": nil}))
		}},
		"a timer that is edited to its end": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.member.Patch("/api/timers/"+s.startTimer(s.member, s.p), object{"stoppedAt": at(0)}))
		}},
		"a timer that is moved and ended": {"2100 member", func(s *ratedWorkspace) object {
			return bodyOf(s.member.Patch("/api/entries/"+s.startTimer(s.member, s.p),
				object{"stoppedAt": at(0), "projectId": nil}))
		}},
		"a timer that another edits to its end": {"4100 project_member", func(s *ratedWorkspace) object {
			return bodyOf(s.owner.Patch("/api/timers/"+s.startTimer(s.member, s.p)+"?user_id="+s.member.ID,
				object{"stoppedAt": at(0)}))
		}},
		"a new row": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.member, object{"id": newEntryID, "projectId": s.p, "startedAt": at(-60),
				"stoppedAt": at(0)}))
		}},
		"a new row on a task": {"3000 project", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.owner, object{"id": newEntryID, "taskId": s.taskOfQ, "startedAt": at(-60),
				"stoppedAt": at(0)}))
		}},
		"another's new row": {"2100 member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.owner, object{"id": newEntryID, "userId": s.member.ID, "startedAt": at(-60),
				"stoppedAt": at(0)}))
		}},
		"a row that stops": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.member, object{"id": s.startTimer(s.member, s.p), "stoppedAt": at(0)}))
		}},
		"a row that stops another's timer": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.owner, object{"id": s.startTimer(s.member, s.p), "userId": s.member.ID,
				"stoppedAt": at(0)}))
		}},
		"a row that moves": {"2100 member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.member, object{"id": trackHour(s.member, object{"projectId": s.p})["id"],
				"projectId": nil}))
		}},
		"a row that moves another's": {"4100 project_member", func(s *ratedWorkspace) object {
			return firstItemOf(bulk(s.owner, object{"id": trackHour(s.member, nil)["id"], "userId": s.member.ID,
				"projectId": s.p}))
		}},
		"deactivated": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.member, s.p)
			s.owner.Patch("/api/workspaces/"+s.owner.WorkspaceID+"/members/"+s.member.ID, object{"isDeactivated": true}).OK()
			return bodyOf(s.owner.Get("/api/entries/" + timer + "?user_id=" + s.member.ID))
		}},
		"removed": {"2100 member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.member, nil)
			s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.member.ID).OK()
			return bodyOf(s.owner.Get("/api/entries/" + timer + "?user_id=" + s.member.ID))
		}},
		"gone": {"4100 project_member", func(s *ratedWorkspace) object {
			timer := s.startTimer(s.member, s.p)
			s.member.Post("/api/workspaces/"+s.owner.WorkspaceID+"/leave", nil).OK()
			return bodyOf(s.owner.Get("/api/entries/" + timer + "?user_id=" + s.member.ID))
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
