package workspaces_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// TestDeactivate follows one who is deactivated while a timer runs: the time
// is kept, and every way in is shut at once and, for keys, for good.
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
				t.Errorf("%d workspaces in the list of one who is out", n)
			}
			kept := ada.Get("/api/entries/" + timer + "?user_id=" + bob.ID).OK()
			if kept["stopped_at"] != "2026-06-17T12:10:00Z" || kept["duration_seconds"] != 600.0 {
				t.Errorf("the timer became %v, want 10 minutes", kept)
			}
			deactivate(ada, bob).OK() // again changes nothing

			back := ada.Patch(memberPath(ada, bob), object{"isDeactivated": false, "role": "analyst"}).OK()
			if back["role"] != "analyst" || back["is_deactivated"] != false || back["version"] != 3.0 {
				t.Errorf("back: %v", back)
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

	ada.Patch(memberPath(ada, bob), object{"isDeactivated": false}).Problem(409, "conflict") // nobody is pulled back in
	ada.Delete(memberPath(ada, bob)).OK()
	id := ada.Invite(bob.Email, "user")
	bob.Post("/api/me/pending-invitations/"+id+"/accept", nil).OK()
	bob.Post("/api/timers/start", nil).OK()
}

// TestFutureTimerIsStoppedAtOnce ends a membership while a timer runs whose start lies a
// little ahead of the server's clock.
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

// TestDeactivateRacesTimerStarts deactivates somebody who starts and switches
// timers at the same moment. Whoever comes first: afterwards nothing runs.
func TestDeactivateRacesTimerStarts(t *testing.T) {
	t.Parallel()
	for range 4 {
		h := apitest.New(t)
		ada := h.Register("ada")
		bob := ada.AddMember("bob", "user")
		bob.Post("/api/timers/start", nil).OK()
		testkit.Race(t, 4, func(i int) {
			if i > 0 {
				start := h.Clock.Now().Add(time.Duration(i) * time.Minute).Format(time.RFC3339)
				bob.Post("/api/timers/start", object{"startedAt": start})
				return
			}
			if answer := ada.Delete(memberPath(ada, bob)); answer.Status != http.StatusOK {
				t.Errorf("deactivating: %d\n%s", answer.Status, answer.Body)
			}
		})
		for _, e := range ada.Get("/api/entries?user_id=" + bob.ID).Items() {
			if e["stopped_at"] == nil {
				t.Errorf("a timer runs on for one who is out: %v", e)
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
