package entries_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// registerWithoutOverlap registers a user whose workspace forbids overlaps.
func registerWithoutOverlap(api *apitest.Service) *apitest.User {
	p := api.Register("ada")
	p.Patch("/api/workspaces/"+p.WorkspaceID, object{"allowOverlap": false}).OK()
	return p
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	owner := registerWithoutOverlap(apitest.New(t))
	member := owner.AddMember("bob", "user")
	existing := track(owner, -60, -30)
	for _, c := range [][2]int{{-60, -30}, {-59, -31}, {-90, -59}, {-31, 0}, {-90, 0}} {
		owner.Post("/api/entries", object{"startedAt": at(c[0]), "stoppedAt": at(c[1])}).Invalid("startedAt entry_overlap")
	}
	touching := track(owner, -30, -20)
	track(owner, -70, -60)
	track(owner, -45, -45) // 0 seconds
	track(member, -60, -30)
	owner.Post("/api/entries", object{"userId": member.ID, "startedAt": at(-40), "stoppedAt": at(-39)}).Invalid(
		"startedAt entry_overlap")
	owner.Patch("/api/entries/"+touching, object{"startedAt": at(-31)}).Invalid("startedAt entry_overlap")
	owner.Patch("/api/entries/"+touching, object{"stopped_at": at(-19), "description": "longer"}).OK()
	owner.Patch("/api/entries/"+existing, object{"description": "no other time"}).OK()
	owner.Delete("/api/entries/" + existing).OK()
	owner.Patch("/api/entries/"+touching, object{"startedAt": at(-31)}).OK()
}

func TestNoOverlap(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := registerWithoutOverlap(api)
	running := owner.Post("/api/timers/start", object{"startedAt": at(-100)}).ID()
	track(owner, -90, -80)
	owner.Post("/api/timers/start", object{"startedAt": at(-85)}).OK()
	track(owner, -50, -40)
	owner.Post("/api/timers/"+owner.Get("/api/timers/current").OK()["timer"].(object)["id"].(string)+"/stop", nil).OK()
	if items := owner.Get("/api/entries").Items(); len(items) != 4 {
		t.Errorf("%d entries, want 4", len(items))
	}
	owner.Patch("/api/entries/"+running, object{"stoppedAt": at(-86)}).Invalid("startedAt entry_overlap")
}

func TestLongAgoCountsNoMore(t *testing.T) {
	t.Parallel()
	owner := registerWithoutOverlap(apitest.New(t))
	const day = 24 * 60
	track(owner, -30*day, -10*day)
	owner.Post("/api/entries", object{"startedAt": at(-23*day - 1), "stoppedAt": at(-23 * day)}).Invalid(
		"startedAt entry_overlap")
	owner.Post("/api/entries", object{"startedAt": at(-23 * day), "stoppedAt": at(-23*day + 1)}).Invalid(
		"startedAt entry_overlap")
	track(owner, -23*day+1, -23*day+2)
}

func TestParallelEntriesNeverOverlap(t *testing.T) {
	t.Parallel()
	owner := registerWithoutOverlap(apitest.NewLagging(t))
	answers := make([]*apitest.Answer, 10)
	testkit.Race(t, len(answers), func(i int) {
		answers[i] = owner.Post("/api/entries", object{"startedAt": at(-60 + i), "stoppedAt": at(-50 + i)})
	})
	won := 0
	for _, answer := range answers {
		switch answer.Status {
		case 200:
			won++
		case 409, 422:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	}
	if items := owner.Get("/api/entries?user_id=" + owner.ID).Items(); won != 1 || len(items) != 1 {
		t.Errorf("%d won, %d entries, want 1", won, len(items))
	}
}

func TestParallelEntriesSideBySideAllSucceed(t *testing.T) {
	t.Parallel()
	owner := registerWithoutOverlap(apitest.NewLagging(t))
	answers := make([]*apitest.Answer, 3)
	testkit.Race(t, len(answers), func(i int) {
		answers[i] = owner.Post("/api/entries", object{"startedAt": at(-60 + i), "stoppedAt": at(-59 + i)})
	})
	for _, answer := range answers {
		answer.OK()
	}
}

func TestCreateWithoutOverlapSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare:    func(api *apitest.Service) func() *apitest.Answer { return createWithKey(registerWithoutOverlap(api)) },
		CheckRetry: wantOK,
	}.Run(t)
}

func TestCreateSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare:    func(api *apitest.Service) func() *apitest.Answer { return createWithKey(api.Register("ada")) },
		CheckRetry: wantOK,
	}.Run(t)
}

func TestEditSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := registerWithoutOverlap(api)
			tag := owner.Post("/api/tags", object{"name": "g"}).ID()
			entry := track(owner, -60, -30)
			api.Clock.Advance(time.Minute)
			return func() *apitest.Answer {
				return owner.Patch("/api/entries/"+entry, object{"tagIds": []string{tag}, "startedAt": at(-61)})
			}
		},
		CheckRetry: wantOK,
	}.Run(t)
}

func TestDeleteSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			entry := track(owner, -60, -30)
			return func() *apitest.Answer { return owner.Delete("/api/entries/" + entry) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 404 {
				again.OK()
			}
		},
	}.Run(t)
}

// createWithKey creates an entry with one Idempotency-Key.
func createWithKey(p *apitest.User) func() *apitest.Answer {
	return func() *apitest.Answer {
		return p.With("Idempotency-Key", "once").Post("/api/entries",
			object{"startedAt": at(-60), "stoppedAt": at(-30)})
	}
}

func wantOK(_ *apitest.Service, again *apitest.Answer) { again.OK() }
