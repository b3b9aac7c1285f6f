package submissions_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// Concurrent decisions do not conflict. Each applies to the state that the others
// left.
func TestDecisionsSideBySide(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	const many = 8
	trackInJune(t, owner, many, many)
	path := pathSubmissions + "/" + owner.Post(pathSubmissions, firstHalfOfJune).ID()
	var each []string
	for _, l := range owner.Get(path).OK()["lines"].([]any) {
		each = append(each, linePath(l.(object)))
	}
	if len(each) != many {
		t.Fatalf("%d lines", len(each))
	}
	sendAtOnce(t, many, func(i int) *apitest.Answer { return owner.Post(each[i]+"/approve", nil) })
	wantFields(t, "line by line", owner.Get(path).OK(), object{"status": "approved", "version": 1 + many})

	owner.Post(path+"/reopen", nil).OK()
	sendAtOnce(t, 20, func(int) *apitest.Answer { return owner.Post(each[0]+"/approve", nil) })
	wantFields(t, "one line, again and again", owner.Get(path).OK(), object{"status": "submitted", "version": 3 + many})

	sendAtOnce(t, 6, func(i int) *apitest.Answer {
		return owner.Post([]string{path + "/approve-all", each[1] + "/approve"}[i%2], nil)
	})
	wantFields(t, "all, and one of them", owner.Get(path).OK(), object{"status": "approved"})

	sendAtOnce(t, 5, func(i int) *apitest.Answer {
		return owner.Post(path+"/client-approval-links", object{"clientEmail": fmt.Sprintf("client%d@example.com", i)})
	})
	if n := len(owner.Get(path + "/client-approval-links").Items()); n != 5 {
		t.Errorf("%d links", n)
	}
	checkInvariants(t, api).checkShown(t, owner)
}

// sendAtOnce sends requests at the same moment; all of them must succeed.
func sendAtOnce(t *testing.T, n int, send func(i int) *apitest.Answer) {
	t.Helper()
	answers := make([]*apitest.Answer, n)
	testkit.Race(t, n, func(i int) { answers[i] = send(i) })
	for i, a := range answers {
		if a.Status != 200 {
			t.Errorf("%d: %d\n%s", i, a.Status, a.Body)
		}
	}
}

// Approve-all does not approve a line that a concurrent resubmission added.
func TestApproveAllOfWhatWasSeen(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	m.owner.Post(site+"/reject", nil).OK()
	beforeAttempt(m.Service, testkit.On("TransactWriteItems"), func() { m.submitter.Post(path+"/resubmit", nil).OK() })
	m.owner.Post(path+"/approve-all", nil).Problem(409, "conflict")
	if status := m.owner.Get(path).OK()["status"]; status != "submitted" {
		t.Errorf("it is %v", status)
	}
	checkInvariants(t, m.Service)
}
