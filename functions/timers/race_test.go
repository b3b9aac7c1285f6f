package timers_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestFiftyStartsMakeOneTimer(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	answers := make([]*apitest.Answer, 50)
	testkit.Race(t, len(answers), func(i int) {
		answers[i] = owner.Post("/api/timers/start", object{"description": fmt.Sprint(i), "startedAt": at(i - 60)})
	})
	won := 0
	for _, answer := range answers {
		switch answer.Status {
		case 200:
			won++
		case 409:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	}
	running := 0
	items := owner.Get("/api/entries?limit=200&user_id=" + owner.ID).Items()
	for _, item := range items {
		if item["stopped_at"] == nil {
			running++
		}
	}
	if won == 0 || running != 1 || len(items) != won {
		t.Errorf("%d starts won, %d entries, %d of them running", won, len(items), running)
	}
}

func TestParallelStopsMakeOneEntry(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	timer := owner.Post("/api/timers/start", nil).ID()
	answers := make([]*apitest.Answer, 8)
	testkit.Race(t, len(answers), func(i int) { answers[i] = owner.Post("/api/timers/"+timer+"/stop", nil) })
	for _, answer := range answers {
		if answer.Status != 200 && answer.Status != 409 {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	}
	items := owner.Get("/api/entries?user_id=" + owner.ID).Items()
	if len(items) != 1 || items[0]["version"] != 2.0 {
		t.Errorf("entries %v", items)
	}
}

func TestStopRacesDiscard(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	for range 20 {
		timer := owner.Post("/api/timers/start", nil).ID()
		var stop, discard *apitest.Answer
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				stop = owner.Post("/api/timers/"+timer+"/stop", nil)
			} else {
				discard = owner.Delete("/api/timers/" + timer)
			}
		})
		exists := owner.Get("/api/entries/"+timer).Status == 200
		if (stop.Status == 200) != exists || (discard.Status == 200) == exists {
			t.Fatalf("stop %d, discard %d, but the entry is there: %t", stop.Status, discard.Status, exists)
		}
		owner.Delete("/api/entries/" + timer)
	}
}

func TestParallelEditsOfOneVersion(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	timer := owner.Post("/api/timers/start", nil).ID()
	answers := make([]*apitest.Answer, 8)
	testkit.Race(t, len(answers), func(i int) {
		answers[i] = owner.With("If-Match", `"1"`).Patch("/api/timers/"+timer, object{"description": fmt.Sprint(i)})
	})
	won := 0
	for _, answer := range answers {
		if answer.Status == 200 {
			won++
		} else {
			answer.Problem(409, "conflict")
		}
	}
	if won != 1 {
		t.Errorf("%d edits won, want 1", won)
	}
}

func TestParallelStartsWithOneIdempotencyKeyAreOneStart(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{false, true} {
		api := apitest.NewLagging(t)
		owner := api.Register("ada")
		if running {
			owner.Post("/api/timers/start", object{"startedAt": at(-10)}).OK()
		}
		answers := make([]*apitest.Answer, 8)
		testkit.Race(t, len(answers), func(i int) { answers[i] = startWithKey(owner, object{"description": "once"})() })
		for _, answer := range answers {
			if answer.ID() != answers[0].ID() {
				t.Errorf("started %s and %s", answer.ID(), answers[0].ID())
			}
		}
	}
}

func TestParallelStartsWithOneKeyUnderTornReads(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	api.Probe.Inject(testkit.Fault{
		Where: testkit.On("BatchGetItem"), Times: testkit.Always,
		Effect: testkit.TearBatchRead(func(int) { api.Clock.Advance(time.Second) }),
	})
	answers := make([]*apitest.Answer, 8)
	testkit.Race(t, len(answers), func(i int) { answers[i] = startWithKey(owner, object{"description": "once"})() })
	for _, answer := range answers {
		if answer.ID() != answers[0].ID() {
			t.Errorf("started %s and %s", answer.ID(), answers[0].ID())
		}
	}
	if items := owner.Get("/api/entries?user_id=" + owner.ID).Items(); len(items) != 1 {
		t.Errorf("%d entries, want 1", len(items))
	}
}
