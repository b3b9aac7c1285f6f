package workspaces_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
)

// An analyst cannot stop a timer, so theirs is stopped with the change of the role.
func TestAnalystHasNoRunningTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	timer := bob.Post("/api/timers/start", nil).ID()
	h.Clock.Advance(10 * time.Minute)

	changed := ada.Patch(memberPath(ada, bob), object{"role": "analyst", "hourlyRate": 6000}).OK()
	if changed["role"] != "analyst" || changed["is_deactivated"] != false || changed["version"] != 2.0 {
		t.Errorf("changed: %v", changed)
	}
	kept := bob.Get("/api/entries/" + timer).OK()
	if kept["stopped_at"] != "2026-06-17T12:10:00Z" || kept["duration_seconds"] != 600.0 || kept["hourly_rate"] != 6000.0 {
		t.Errorf("the timer became %v, want 10 minutes", kept)
	}
	if running := bob.Get("/api/timers/current").OK()["timer"]; running != nil {
		t.Errorf("%v still runs", running)
	}
	ada.Patch(memberPath(ada, bob), object{"role": "analyst"}).OK() // a repetition changes nothing
	ada.Patch(memberPath(ada, bob), object{"hourlyRate": 7000}).OK()
	bob.Post("/api/timers/start", nil).Denied("analyst_read_only")
}

// A member who is no longer an analyst can track time again, however that changed.
func TestFormerAnalystTracksTime(t *testing.T) {
	t.Parallel()
	for name, free := range map[string]func(ada, bob *apitest.User){
		"by role": func(ada, bob *apitest.User) { ada.Patch(memberPath(ada, bob), object{"role": "user"}).OK() },
		"by transfer": func(ada, bob *apitest.User) {
			ada.Post(workspacePath(ada)+"/transfer-ownership", object{"userId": bob.ID}).OK()
		},
		"by reactivation": func(ada, bob *apitest.User) {
			ada.Delete(memberPath(ada, bob)).OK()
			ada.Patch(memberPath(ada, bob), object{"isDeactivated": false, "role": "user"}).OK()
		},
		"in two steps": func(ada, bob *apitest.User) {
			ada.Delete(memberPath(ada, bob)).OK()
			ada.Patch(memberPath(ada, bob), object{"isDeactivated": false}).OK()
			ada.Patch(memberPath(ada, bob), object{"role": "admin"}).OK()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ada := apitest.New(t).Register("ada")
			bob := ada.AddMember("bob", "user")
			bob.Post("/api/timers/start", nil).OK()
			ada.Patch(memberPath(ada, bob), object{"role": "analyst"}).OK()
			free(ada, bob)
			if bob.Get("/api/timers/current").Status != http.StatusOK {
				bob.Post("/api/me/active-workspace", object{"workspaceId": ada.WorkspaceID})
			}
			bob.Post("/api/timers/start", nil).OK()
		})
	}
}

// A member becomes an analyst while they start and switch timers. In any order, no
// timer runs afterwards.
func TestBecomingAnAnalystRacesTimerStarts(t *testing.T) {
	t.Parallel()
	for range 4 {
		h := apitest.New(t)
		ada := h.Register("ada")
		bob := ada.AddMember("bob", "user")
		raceTimerStarts(t, bob, func() *apitest.Answer { return ada.Patch(memberPath(ada, bob), object{"role": "analyst"}) })
		for _, e := range bob.Get("/api/entries").Items() {
			if e["stopped_at"] == nil {
				t.Errorf("a timer of the analyst still runs: %v", e)
			}
		}
	}
}
