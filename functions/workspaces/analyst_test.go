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
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	timer := member.Post("/api/timers/start", nil).ID()
	api.Clock.Advance(10 * time.Minute)

	changed := owner.Patch(memberPath(owner, member), object{"role": "analyst", "hourlyRate": 6000}).OK()
	if changed["role"] != "analyst" || changed["is_deactivated"] != false || changed["version"] != 2.0 {
		t.Errorf("changed: %v", changed)
	}
	kept := member.Get("/api/entries/" + timer).OK()
	if kept["stopped_at"] != "2026-06-17T12:10:00Z" || kept["duration_seconds"] != 600.0 || kept["hourly_rate"] != 6000.0 {
		t.Errorf("the timer became %v, want 10 minutes", kept)
	}
	if running := member.Get("/api/timers/current").OK()["timer"]; running != nil {
		t.Errorf("%v still runs", running)
	}
	owner.Patch(memberPath(owner, member), object{"role": "analyst"}).OK() // a repetition changes nothing
	owner.Patch(memberPath(owner, member), object{"hourlyRate": 7000}).OK()
	member.Post("/api/timers/start", nil).Denied("analyst_read_only")
}

// A member who is no longer an analyst can track time again, however that changed.
func TestFormerAnalystTracksTime(t *testing.T) {
	t.Parallel()
	for name, free := range map[string]func(owner, member *apitest.User){
		"by role": func(owner, member *apitest.User) { owner.Patch(memberPath(owner, member), object{"role": "user"}).OK() },
		"by transfer": func(owner, member *apitest.User) {
			owner.Post(workspacePath(owner)+"/transfer-ownership", object{"userId": member.ID}).OK()
		},
		"by reactivation": func(owner, member *apitest.User) {
			owner.Delete(memberPath(owner, member)).OK()
			owner.Patch(memberPath(owner, member), object{"isDeactivated": false, "role": "user"}).OK()
		},
		"in two steps": func(owner, member *apitest.User) {
			owner.Delete(memberPath(owner, member)).OK()
			owner.Patch(memberPath(owner, member), object{"isDeactivated": false}).OK()
			owner.Patch(memberPath(owner, member), object{"role": "admin"}).OK()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner := apitest.New(t).Register("ada")
			member := owner.AddMember("bob", "user")
			member.Post("/api/timers/start", nil).OK()
			owner.Patch(memberPath(owner, member), object{"role": "analyst"}).OK()
			free(owner, member)
			if member.Get("/api/timers/current").Status != http.StatusOK {
				member.Post("/api/me/active-workspace", object{"workspaceId": owner.WorkspaceID})
			}
			member.Post("/api/timers/start", nil).OK()
		})
	}
}

// A member becomes an analyst while they start and switch timers. In any order, no
// timer runs afterwards.
func TestBecomingAnAnalystRacesTimerStarts(t *testing.T) {
	t.Parallel()
	for range 4 {
		api := apitest.New(t)
		owner := api.Register("ada")
		member := owner.AddMember("bob", "user")
		raceTimerStarts(t, member, func() *apitest.Answer {
			return owner.Patch(memberPath(owner, member), object{"role": "analyst"})
		})
		for _, e := range member.Get("/api/entries").Items() {
			if e["stopped_at"] == nil {
				t.Errorf("a timer of the analyst still runs: %v", e)
			}
		}
	}
}
