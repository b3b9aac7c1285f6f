package billing_test

import (
	"maps"
	"testing"
)

// TestOwnRate follows an entry that is given a rate of its own, and back.
func TestOwnRate(t *testing.T) {
	t.Parallel()
	s := newRatedWorkspace(t)
	entry := trackHour(s.bob, object{"projectId": s.p, "hourlyRate": 5000})
	path := "/api/entries/" + entry["id"].(string)
	wantRateSnapshot(t, "created", entry, "5000 entry 5000 EUR")
	wantRateSnapshot(t, "moved", s.bob.Patch(path, object{"projectId": nil}).OK(), "5000 entry 5000 EUR")
	wantRateSnapshot(t, "not billable", s.bob.Patch(path, object{"isBillable": false}).OK(), "5000 entry 0 EUR")
	wantRateSnapshot(t, "as before", s.bob.Patch(path, object{"projectId": s.p, "isBillable": true}).OK(),
		"5000 entry 5000 EUR")
	same := s.bob.Patch(path, object{"hourly_rate": 5000}).OK()
	if same["version"] != 4.0 {
		t.Errorf("the same rate once more made version %v, want 4", same["version"])
	}
	wantRateSnapshot(t, "set to 0", s.bob.Patch(path, object{"hourlyRate": 0}).OK(), "0 entry 0 EUR")
	wantRateSnapshot(t, "inherits", s.bob.Patch(path, object{"hourlyRate": nil}).OK(), "4100 project_member 4100 EUR")
	wantRateSnapshot(t, "moved on", s.bob.Patch(path, object{"projectId": nil}).OK(), "2100 member 2100 EUR")
	wantRateSnapshot(t, "set and moved", s.bob.Patch(path, object{"projectId": s.p, "hourlyRate": 7}).OK(),
		"7 entry 7 EUR")
	wantRateSnapshot(t, "inherits and moved", s.ada.Patch(path+"?user_id="+s.bob.ID,
		object{"projectId": nil, "hourlyRate": nil}).OK(), "2100 member 2100 EUR")
	wantRateSnapshot(t, "set by the owner", s.ada.Patch(path+"?user_id="+s.bob.ID, object{"hourlyRate": 8}).OK(),
		"8 entry 8 EUR")
	putSettings(s.ada, object{"currency": "JPY", "membersSeeRates": true}).OK()
	wantRateSnapshot(t, "a new rate is one of today", s.bob.Patch(path, object{"hourlyRate": 9}).OK(), "9 entry 9 JPY")
	s.bob.Patch(path, object{"hourlyRate": -1}).Invalid("hourlyRate min_value")
	s.bob.Patch(path, object{"hourlyRate": 100_000_001}).Invalid("hourlyRate max_value")
	s.bob.Post("/api/entries", object{"startedAt": at(-1), "stoppedAt": at(0), "hourlyRate": "1"}).Invalid(
		"hourlyRate type_invalid")
}

// A running timer shows no rate, but keeps its own for when it is stopped,
// however that comes about.
func TestOwnRateOfATimer(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(s *ratedWorkspace, timer string) object{
		"stopped": func(s *ratedWorkspace, timer string) object {
			return bodyOf(s.bob.Post("/api/timers/"+timer+"/stop", nil))
		},
		"switched": func(s *ratedWorkspace, _ string) object {
			return s.bob.Post("/api/timers/start", nil).OK()["stopped_entry"].(object)
		},
		"edited": func(s *ratedWorkspace, timer string) object {
			return bodyOf(s.bob.Patch("/api/timers/"+timer, object{"stoppedAt": at(0)}))
		},
		"in a batch": func(s *ratedWorkspace, timer string) object {
			return firstItemOf(bulk(s.bob, object{"id": timer, "stoppedAt": at(0)}))
		},
		"left": func(s *ratedWorkspace, timer string) object {
			s.bob.Post("/api/workspaces/"+s.ada.WorkspaceID+"/leave", nil).OK()
			return bodyOf(s.ada.Get("/api/entries/" + timer))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newRatedWorkspace(t)
			timer := s.startTimer(s.bob, s.p)
			wantRateSnapshot(t, "while it runs", s.bob.Patch("/api/timers/"+timer, object{"hourlyRate": 5000}).OK(),
				"<nil> none 0 EUR")
			for _, shown := range []object{
				s.bob.Get("/api/timers/current").OK()["timer"].(object), s.ada.Get("/api/entries").Items()[0],
				s.bob.Patch("/api/entries/"+timer, object{"description": "x"}).OK(), s.ada.Get("/api/entries/" + timer).OK(),
			} {
				wantRateSnapshot(t, "shown while it runs", shown, "<nil> none 0 EUR")
			}
			wantRateSnapshot(t, "at its end", stop(s, timer), "5000 entry 5000 EUR")
		})
	}
	s := newRatedWorkspace(t)
	timer := s.startTimer(s.bob, s.p)
	s.bob.Patch("/api/timers/"+timer, object{"hourlyRate": 5000}).OK()
	s.bob.Patch("/api/timers/"+timer, object{"hourlyRate": nil}).OK()
	wantRateSnapshot(t, "taken back", s.bob.Post("/api/timers/"+timer+"/stop", nil).OK(), "4100 project_member 4100 EUR")
}

// Who may not see rates may not set them, null included; bob manages the
// project p here, and nothing else.
func TestOwnRateIsForThoseWhoSeeRates(t *testing.T) {
	t.Parallel()
	s := newRatedWorkspace(t)
	putSettings(s.ada, nil).OK()
	s.ada.Patch("/api/projects/"+s.p+"/members/"+s.bob.ID+"/manager", object{"isManager": true}).OK()
	addProjectMember(s.ada, s.q, s.bob, nil)
	times := func(more object) object {
		body := object{"startedAt": at(-60), "stoppedAt": at(0), "hourlyRate": 5000}
		maps.Copy(body, more)
		return body
	}
	s.bob.Post("/api/entries", times(nil)).Denied("role_insufficient")
	s.bob.Post("/api/entries", times(object{"projectId": s.q})).Denied("role_insufficient")
	s.bob.Post("/api/entries", times(object{"taskId": s.taskOfQ})).Denied("role_insufficient")
	s.bob.Post("/api/entries", times(object{"hourlyRate": "x", "startedAt": nil})).Denied("role_insufficient")
	s.bob.Post("/api/entries", times(object{"projectId": newEntryID})).Invalid("projectId project_not_found")
	managed := s.bob.Post("/api/entries", times(object{"projectId": s.p})).OK()
	wantRateSnapshot(t, "as a manager", managed, "5000 entry 5000 EUR")

	onP, onQ, none := "/api/entries/"+managed["id"].(string), "/api/entries/"+
		trackHour(s.bob, object{"projectId": s.q})["id"].(string), "/api/entries/"+trackHour(s.bob, nil)["id"].(string)
	for _, rate := range []any{1, nil} {
		s.bob.Patch(onQ, object{"hourlyRate": rate}).Denied("role_insufficient")
		s.bob.Patch(none, object{"hourlyRate": rate}).Denied("role_insufficient")
		s.bob.Patch(onP, object{"hourlyRate": rate, "projectId": s.q}).Denied("role_insufficient")
		s.bob.Patch(onP, object{"hourlyRate": rate}).OK()
	}
	wantRateSnapshot(t, "brought home", s.bob.Patch(onQ, object{"hourlyRate": 6, "projectId": s.p}).OK(), "6 entry 6 EUR")
	timer := s.bob.Post("/api/timers/start", nil).ID()
	s.bob.Patch("/api/timers/"+timer, object{"hourlyRate": 1}).Denied("role_insufficient")
	ann := s.ada.AddMember("ann", "analyst")
	ann.Post("/api/entries", times(nil)).Denied("analyst_read_only")
	putSettings(s.ada, object{"membersSeeRates": true}).OK()
	wantRateSnapshot(t, "now that members see rates", s.bob.Patch(none, object{"hourlyRate": 6}).OK(), "6 entry 6 EUR")
}
