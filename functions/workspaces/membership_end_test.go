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
	ways := map[string]func(owner, member *apitest.User) *apitest.Answer{
		"by PATCH": func(owner, member *apitest.User) *apitest.Answer {
			return owner.Patch(memberPath(owner, member), object{"isDeactivated": true})
		},
		"by DELETE": func(owner, member *apitest.User) *apitest.Answer { return owner.Delete(memberPath(owner, member)) },
	}
	for name, deactivate := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			key := createKey(member)
			timer := member.Post("/api/timers/start", object{"description": "Plan"}).ID()
			api.Clock.Advance(10 * time.Minute)

			deactivate(owner, member).OK()
			member.Get("/api/timers/current").Denied("workspace_required")
			member.Get(workspacePath(owner)).Problem(404, "not_found")
			api.UseKey(key).Problem(401, "unauthorized")
			if n := len(member.Get("/api/workspaces").Items()); n != 0 {
				t.Errorf("%d workspaces in the list of the former member", n)
			}
			kept := owner.Get("/api/entries/" + timer + "?user_id=" + member.ID).OK()
			if kept["stopped_at"] != "2026-06-17T12:10:00Z" || kept["duration_seconds"] != 600.0 {
				t.Errorf("the timer became %v, want 10 minutes", kept)
			}
			deactivate(owner, member).OK() // a repetition changes nothing

			back := owner.Patch(memberPath(owner, member), object{"isDeactivated": false, "role": "analyst"}).OK()
			if back["role"] != "analyst" || back["is_deactivated"] != false || back["version"] != 3.0 {
				t.Errorf("reactivated: %v", back)
			}
			owner.Patch(memberPath(owner, member), object{"role": "user"}).OK()
			api.UseKey(key).Problem(401, "unauthorized")
			member.Post("/api/timers/start", nil).OK()
			api.UseKey(createKey(member)).OK()
		})
	}
}

func TestLeave(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, analyst := owner.AddMember("bob", "user"), owner.AddMember("analyst", "analyst")
	key := createKey(member)
	timer := member.Post("/api/timers/start", nil).ID()
	api.Clock.Advance(5 * time.Minute)

	apitest.WantEqual(t, member.Post(workspacePath(owner)+"/leave", nil).OK(), object{"status": "ok"})
	analyst.Post(workspacePath(owner)+"/leave", nil).OK()
	member.Post(workspacePath(owner)+"/leave", nil).Problem(404, "not_found")
	api.UseKey(key).Problem(401, "unauthorized")
	if seconds := owner.Get("/api/entries/" + timer + "?user_id=" + member.ID).OK()["duration_seconds"]; seconds != 300.0 {
		t.Errorf("the timer lasted %v s, want 300", seconds)
	}
	if got := listRoles(t, owner); got != "ada owner, [bob user], [analyst analyst]" {
		t.Errorf("members %s", got)
	}

	// a member who left cannot be reactivated
	owner.Patch(memberPath(owner, member), object{"isDeactivated": false}).Problem(409, "conflict")
	owner.Delete(memberPath(owner, member)).OK()
	id := owner.Invite(member.Email, "user")
	member.Post("/api/me/pending-invitations/"+id+"/accept", nil).OK()
	member.Post("/api/timers/start", nil).OK()
}

// The end of a membership stops a timer that starts slightly in the future, with no
// time.
func TestFutureTimerIsStoppedAtOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	timer := member.Post("/api/timers/start", object{"startedAt": "2026-06-17T12:04:00Z"}).ID()
	owner.Delete(memberPath(owner, member)).OK()
	kept := owner.Get("/api/entries/" + timer + "?user_id=" + member.ID).OK()
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
		api := apitest.New(t)
		owner := api.Register("ada")
		member := owner.AddMember("bob", "user")
		member.Post("/api/timers/start", nil).OK()
		raceTimerStarts(t, member, func() *apitest.Answer { return owner.Delete(memberPath(owner, member)) })
		for _, e := range owner.Get("/api/entries?user_id=" + member.ID).Items() {
			if e["stopped_at"] == nil {
				t.Errorf("a timer of the former member still runs: %v", e)
			}
		}
	}
}

func TestDeactivateAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			member.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return owner.Delete(memberPath(owner, member)) }
		},
		State:      describeTable,
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestReactivateAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			owner.Delete(memberPath(owner, member)).OK()
			return func() *apitest.Answer { return owner.Patch(memberPath(owner, member), object{"isDeactivated": false}) }
		},
		State:      describeTable,
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}
