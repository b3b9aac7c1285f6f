package submissions_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// besideApproved is an approved week with time in it that is not submitted yet.
func besideApproved(h *apitest.Service) (olga *apitest.User, approved string) {
	olga = h.Register("olga")
	track(olga, 8, 60, nil)
	approved = pathSubmissions + "/" + olga.Post(pathSubmissions, submittedWeek).ID()
	olga.Post(approved+"/approve-all", nil).OK()
	track(olga, 9, 60, nil)
	return olga, approved
}

// Reopening would make two open submissions of a day, so it waits until the other one
// is closed. One of other days is not in the way.
func TestReopenBesideAnOpenSubmission(t *testing.T) {
	t.Parallel()
	olga, approved := besideApproved(apitest.New(t))
	rest := pathSubmissions + "/" + olga.Post(pathSubmissions,
		object{"periodStart": "2026-06-09", "periodEnd": "2026-06-09"}).ID()
	track(olga, 15, 60, nil)
	olga.Post(pathSubmissions, object{"periodStart": "2026-06-15", "periodEnd": "2026-06-15"}).OK()
	olga.Post(approved+"/reopen", nil).Problem(409, "conflict")
	wantFields(t, "submission", olga.Get(approved).OK(), object{"status": "approved"})
	olga.Post(rest+"/withdraw", nil).OK()
	wantFields(t, "submission", olga.Post(approved+"/reopen", nil).OK(), object{"status": "submitted"})
}

// Of a submission and a reopening of the same days at the same moment, one succeeds.
func TestReopenRacesWithASubmission(t *testing.T) {
	t.Parallel()
	for range 5 {
		olga, approved := besideApproved(apitest.NewLagging(t))
		var answers [2]*apitest.Answer
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				answers[i] = olga.Post(approved+"/reopen", nil)
			} else {
				answers[i] = olga.Post(pathSubmissions, submittedWeek)
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
	olga, first := besideApproved(apitest.NewLagging(t))
	second := pathSubmissions + "/" + olga.Post(pathSubmissions, submittedWeek).ID()
	olga.Post(second+"/approve-all", nil).OK()
	var answers [2]*apitest.Answer
	testkit.Race(t, 2, func(i int) { answers[i] = olga.Post([]string{first, second}[i]+"/reopen", nil) })
	if a, b := answers[0].Status, answers[1].Status; a+b != 200+409 {
		t.Errorf("%d and %d", a, b)
	}
}
