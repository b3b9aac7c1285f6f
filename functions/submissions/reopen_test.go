package submissions_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// besideApproved is an approved week with time in it that is not submitted yet.
func besideApproved(api *apitest.Service) (owner *apitest.User, approved string) {
	owner = api.Register("olga")
	track(owner, 8, 60, nil)
	approved = pathSubmissions + "/" + owner.Post(pathSubmissions, submittedWeek).ID()
	owner.Post(approved+"/approve-all", nil).OK()
	track(owner, 9, 60, nil)
	return owner, approved
}

// Reopening would make two open submissions of a day, so it waits until the other one
// is closed. One of other days is not in the way.
func TestReopenBesideAnOpenSubmission(t *testing.T) {
	t.Parallel()
	owner, approved := besideApproved(apitest.New(t))
	rest := pathSubmissions + "/" + owner.Post(pathSubmissions,
		object{"periodStart": "2026-06-09", "periodEnd": "2026-06-09"}).ID()
	track(owner, 15, 60, nil)
	owner.Post(pathSubmissions, object{"periodStart": "2026-06-15", "periodEnd": "2026-06-15"}).OK()
	owner.Post(approved+"/reopen", nil).Problem(409, "conflict")
	wantFields(t, "submission", owner.Get(approved).OK(), object{"status": "approved"})
	owner.Post(rest+"/withdraw", nil).OK()
	wantFields(t, "submission", owner.Post(approved+"/reopen", nil).OK(), object{"status": "submitted"})
}

// Of a submission and a reopening of the same days at the same moment, one succeeds.
func TestReopenRacesWithASubmission(t *testing.T) {
	t.Parallel()
	for range 5 {
		owner, approved := besideApproved(apitest.NewLagging(t))
		var answers [2]*apitest.Answer
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				answers[i] = owner.Post(approved+"/reopen", nil)
			} else {
				answers[i] = owner.Post(pathSubmissions, submittedWeek)
			}
		})
		if a, b := answers[0].Status, answers[1].Status; a+b != 200+409 {
			t.Errorf("reopen %d, submit %d", a, b)
		}
	}
}

// Of two approved submissions of the same days, one is reopened.
func TestTwoReopeningsOfTheSameDays(t *testing.T) {
	t.Parallel()
	owner, first := besideApproved(apitest.NewLagging(t))
	second := pathSubmissions + "/" + owner.Post(pathSubmissions, submittedWeek).ID()
	owner.Post(second+"/approve-all", nil).OK()
	var answers [2]*apitest.Answer
	testkit.Race(t, 2, func(i int) { answers[i] = owner.Post([]string{first, second}[i]+"/reopen", nil) })
	if a, b := answers[0].Status, answers[1].Status; a+b != 200+409 {
		t.Errorf("%d and %d", a, b)
	}
}
