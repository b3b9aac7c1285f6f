package workspaces_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A member with a running timer is deactivated. The time is kept, and their access
// ends at once. Their API keys do not work again after a reactivation.
func TestDeactivate(t *testing.T) {
	t.Parallel()
	ways := map[string]func(ada, bob *apitest.User) *apitest.Answer{
		"by PATCH": func(ada, bob *apitest.User) *apitest.Answer {
			return ada.Patch(memberPath(ada, bob), object{"isDeactivated": true})
		},
		"by DELETE": func(ada, bob *apitest.User) *apitest.Answer { return ada.Delete(memberPath(ada, bob)) },
	}
	for name, deactivate := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := apitest.New(t)
			ada := h.Register("ada")
			bob := ada.AddMember("bob", "user")
			key := createKey(bob)
			timer := bob.Post("/api/timers/start", object{"description": "Plan"}).ID()
			h.Clock.Advance(10 * time.Minute)

			deactivate(ada, bob).OK()
			bob.Get("/api/timers/current").Denied("workspace_required")
			bob.Get(workspacePath(ada)).Problem(404, "not_found")
			getWithKey(h, key).Problem(401, "unauthorized")
			if n := len(bob.Get("/api/workspaces").Items()); n != 0 {
				t.Errorf("%d workspaces in the list of the former member", n)
			}
			kept := ada.Get("/api/entries/" + timer + "?user_id=" + bob.ID).OK()
			if kept["stopped_at"] != "2026-06-17T12:10:00Z" || kept["duration_seconds"] != 600.0 {
				t.Errorf("the timer became %v, want 10 minutes", kept)
			}
			deactivate(ada, bob).OK() // a repetition changes nothing

			back := ada.Patch(memberPath(ada, bob), object{"isDeactivated": false, "role": "analyst"}).OK()
			if back["role"] != "analyst" || back["is_deactivated"] != false || back["version"] != 3.0 {
				t.Errorf("reactivated: %v", back)
			}
			ada.Patch(memberPath(ada, bob), object{"role": "user"}).OK()
			getWithKey(h, key).Problem(401, "unauthorized")
			bob.Post("/api/timers/start", nil).OK()
			getWithKey(h, createKey(bob)).OK()
		})
	}
}

func TestLeave(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, analyst := ada.AddMember("bob", "user"), ada.AddMember("analyst", "analyst")
	key := createKey(bob)
	timer := bob.Post("/api/timers/start", nil).ID()
	h.Clock.Advance(5 * time.Minute)

	wantEqual(t, bob.Post(workspacePath(ada)+"/leave", nil).OK(), object{"status": "ok"})
	analyst.Post(workspacePath(ada)+"/leave", nil).OK()
	bob.Post(workspacePath(ada)+"/leave", nil).Problem(404, "not_found")
	getWithKey(h, key).Problem(401, "unauthorized")
	if seconds := ada.Get("/api/entries/" + timer + "?user_id=" + bob.ID).OK()["duration_seconds"]; seconds != 300.0 {
		t.Errorf("the timer lasted %v s, want 300", seconds)
	}
	if got := listRoles(t, ada); got != "ada owner, [bob user], [analyst analyst]" {
		t.Errorf("members %s", got)
	}

	// a member who left cannot be reactivated
	ada.Patch(memberPath(ada, bob), object{"isDeactivated": false}).Problem(409, "conflict")
	ada.Delete(memberPath(ada, bob)).OK()
	id := ada.Invite(bob.Email, "user")
	bob.Post("/api/me/pending-invitations/"+id+"/accept", nil).OK()
	bob.Post("/api/timers/start", nil).OK()
}

// The end of a membership stops a timer that starts slightly in the future, with no
// time.
func TestFutureTimerIsStoppedAtOnce(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	timer := bob.Post("/api/timers/start", object{"startedAt": "2026-06-17T12:04:00Z"}).ID()
	ada.Delete(memberPath(ada, bob)).OK()
	kept := ada.Get("/api/entries/" + timer + "?user_id=" + bob.ID).OK()
	if kept["stopped_at"] != kept["started_at"] || kept["duration_seconds"] != 0.0 {
		t.Errorf("the timer became %v, want no time at all", kept)
	}
}

// raceTimerStarts ends the time tracking of a member while they start and switch timers.
func raceTimerStarts(t *testing.T, member *apitest.User, end func() *apitest.Answer) {
	t.Helper()
	testkit.Race(t, 4, func(i int) {
		if i > 0 {
			start := member.Clock.Now().Add(time.Duration(i) * time.Minute).Format(time.RFC3339)
			member.Post("/api/timers/start", object{"startedAt": start})
			return
		}
		if answer := end(); answer.Status != http.StatusOK {
			t.Errorf("ending: %d\n%s", answer.Status, answer.Body)
		}
	})
}

// A member is deactivated while they start and switch timers. In any order, no timer
// runs afterwards.
func TestDeactivateRacesTimerStarts(t *testing.T) {
	t.Parallel()
	for range 4 {
		h := apitest.New(t)
		ada := h.Register("ada")
		bob := ada.AddMember("bob", "user")
		bob.Post("/api/timers/start", nil).OK()
		raceTimerStarts(t, bob, func() *apitest.Answer { return ada.Delete(memberPath(ada, bob)) })
		for _, e := range ada.Get("/api/entries?user_id=" + bob.ID).Items() {
			if e["stopped_at"] == nil {
				t.Errorf("a timer of the former member still runs: %v", e)
			}
		}
	}
}

func TestDeactivateAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			bob := ada.AddMember("bob", "user")
			bob.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return ada.Delete(memberPath(ada, bob)) }
		},
		State:      describeTable,
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestReactivateAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			bob := ada.AddMember("bob", "user")
			ada.Delete(memberPath(ada, bob)).OK()
			return func() *apitest.Answer { return ada.Patch(memberPath(ada, bob), object{"isDeactivated": false}) }
		},
		State:      describeTable,
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}
