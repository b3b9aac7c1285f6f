package billing_test

import (
	"maps"
	"testing"
)

// TestOwnRate follows an entry that is given a rate of its own, and back.
func TestOwnRate(t *testing.T) {
	t.Parallel()
	s := newRatedWorkspace(t)
	entry := trackHour(s.member, object{"projectId": s.p, "hourlyRate": 5000})
	path := "/api/entries/" + entry["id"].(string)
	wantRateSnapshot(t, "created", entry, "5000 entry 5000 EUR")
	wantRateSnapshot(t, "moved", s.member.Patch(path, object{"projectId": nil}).OK(), "5000 entry 5000 EUR")
	wantRateSnapshot(t, "not billable", s.member.Patch(path, object{"isBillable": false}).OK(), "5000 entry 0 EUR")
	wantRateSnapshot(t, "as before", s.member.Patch(path, object{"projectId": s.p, "isBillable": true}).OK(),
		"5000 entry 5000 EUR")
	same := s.member.Patch(path, object{"hourly_rate": 5000}).OK()
	if same["version"] != 4.0 {
		t.Errorf("the same rate once more made version %v, want 4", same["version"])
	}
	wantRateSnapshot(t, "set to 0", s.member.Patch(path, object{"hourlyRate": 0}).OK(), "0 entry 0 EUR")
	wantRateSnapshot(t, "inherits", s.member.Patch(path, object{"hourlyRate": nil}).OK(), "4100 project_member 4100 EUR")
	wantRateSnapshot(t, "moved on", s.member.Patch(path, object{"projectId": nil}).OK(), "2100 member 2100 EUR")
	wantRateSnapshot(t, "set and moved", s.member.Patch(path, object{"projectId": s.p, "hourlyRate": 7}).OK(),
		"7 entry 7 EUR")
	wantRateSnapshot(t, "inherits and moved", s.owner.Patch(path+"?user_id="+s.member.ID,
		object{"projectId": nil, "hourlyRate": nil}).OK(), "2100 member 2100 EUR")
	wantRateSnapshot(t, "set by the owner", s.owner.Patch(path+"?user_id="+s.member.ID, object{"hourlyRate": 8}).OK(),
		"8 entry 8 EUR")
	putSettings(s.owner, object{"currency": "JPY", "membersSeeRates": true}).OK()
	wantRateSnapshot(t, "a new rate is one of today", s.member.Patch(path, object{"hourlyRate": 9}).OK(), "9 entry 9 JPY")
	s.member.Patch(path, object{"hourlyRate": -1}).Invalid("hourlyRate min_value")
	s.member.Patch(path, object{"hourlyRate": 100_000_001}).Invalid("hourlyRate max_value")
	s.member.Post("/api/entries", object{"startedAt": at(-1), "stoppedAt": at(0), "hourlyRate": "1"}).Invalid(
		"hourlyRate type_invalid")
}

// A running timer shows no rate, but keeps its own for when it is stopped,
// however that comes about.
func TestOwnRateOfATimer(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(s *ratedWorkspace, timer string) object{
		"stopped": func(s *ratedWorkspace, timer string) object {
			return bodyOf(s.member.Post("/api/timers/"+timer+"/stop", nil))
		},
		"switched": func(s *ratedWorkspace, _ string) object {
			return s.member.Post("/api/timers/start", nil).OK()["stopped_entry"].(object)
		},
		"edited": func(s *ratedWorkspace, timer string) object {
			return bodyOf(s.member.Patch("/api/timers/"+timer, object{"stoppedAt": at(0)}))
		},
		"in a batch": func(s *ratedWorkspace, timer string) object {
			return firstItemOf(bulk(s.member, object{"id": timer, "stoppedAt": at(0)}))
		},
		"left": func(s *ratedWorkspace, timer string) object {
			s.member.Post("/api/workspaces/"+s.owner.WorkspaceID+"/leave", nil).OK()
			return bodyOf(s.owner.Get("/api/entries/" + timer))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newRatedWorkspace(t)
			timer := s.startTimer(s.member, s.p)
			wantRateSnapshot(t, "while it runs", s.member.Patch("/api/timers/"+timer, object{"hourlyRate": 5000}).OK(),
				"<nil> none 0 EUR")
			for _, shown := range []object{
				s.member.Get("/api/timers/current").OK()["timer"].(object), s.owner.Get("/api/entries").Items()[0],
				s.member.Patch("/api/entries/"+timer, object{"description": "x"}).OK(), s.owner.Get("/api/entries/" + timer).OK(),
			} {
				wantRateSnapshot(t, "shown while it runs", shown, "<nil> none 0 EUR")
			}
			wantRateSnapshot(t, "at its end", stop(s, timer), "5000 entry 5000 EUR")
		})
	}
	s := newRatedWorkspace(t)
	timer := s.startTimer(s.member, s.p)
	s.member.Patch("/api/timers/"+timer, object{"hourlyRate": 5000}).OK()
	s.member.Patch("/api/timers/"+timer, object{"hourlyRate": nil}).OK()
	wantRateSnapshot(t, "taken back", s.member.Post("/api/timers/"+timer+"/stop", nil).OK(),
		"4100 project_member 4100 EUR")
}

// Who may not see rates may not set them, null included; the member manages the
// project p here, and nothing else.
func TestOwnRateIsForThoseWhoSeeRates(t *testing.T) {
	t.Parallel()
	s := newRatedWorkspace(t)
	putSettings(s.owner, nil).OK()
	s.owner.Patch("/api/projects/"+s.p+"/members/"+s.member.ID+"/manager", object{"isManager": true}).OK()
	addProjectMember(s.owner, s.q, s.member, nil)
	times := func(more object) object {
		body := object{"startedAt": at(-60), "stoppedAt": at(0), "hourlyRate": 5000}
		maps.Copy(body, more)
		return body
	}
	s.member.Post("/api/entries", times(nil)).Denied("role_insufficient")
	s.member.Post("/api/entries", times(object{"projectId": s.q})).Denied("role_insufficient")
	s.member.Post("/api/entries", times(object{"taskId": s.taskOfQ})).Denied("role_insufficient")
	s.member.Post("/api/entries", times(object{"hourlyRate": "x", "startedAt": nil})).Denied("role_insufficient")
	s.member.Post("/api/entries", times(object{"projectId": newEntryID})).Invalid("projectId project_not_found")
	managed := s.member.Post("/api/entries", times(object{"projectId": s.p})).OK()
	wantRateSnapshot(t, "as a manager", managed, "5000 entry 5000 EUR")

	onP, onQ, none := "/api/entries/"+managed["id"].(string), "/api/entries/"+
		trackHour(s.member, object{"projectId": s.q})["id"].(string), "/api/entries/"+trackHour(s.member, nil)["id"].(string)
	for _, rate := range []any{1, nil} {
		s.member.Patch(onQ, object{"hourlyRate": rate}).Denied("role_insufficient")
		s.member.Patch(none, object{"hourlyRate": rate}).Denied("role_insufficient")
		s.member.Patch(onP, object{"hourlyRate": rate, "projectId": s.q}).Denied("role_insufficient")
		s.member.Patch(onP, object{"hourlyRate": rate}).OK()
	}
	wantRateSnapshot(t, "brought home", s.member.Patch(onQ, object{"hourlyRate": 6, "projectId": s.p}).OK(),
		"6 entry 6 EUR")
	timer := s.member.Post("/api/timers/start", nil).ID()
	s.member.Patch("/api/timers/"+timer, object{"hourlyRate": 1}).Denied("role_insufficient")
	analyst := s.owner.AddMember("ann", "analyst")
	analyst.Post("/api/entries", times(nil)).Denied("analyst_read_only")
	putSettings(s.owner, object{"membersSeeRates": true}).OK()
	wantRateSnapshot(t, "now that members see rates", s.member.Patch(none, object{"hourlyRate": 6}).OK(), "6 entry 6 EUR")
}
