package submissions_test

import (
	"slices"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// modelRequest is a request, and what it does in the model when it is carried out:
// whether it can be, as the model stands.
type modelRequest struct {
	name  string
	send  func() *apitest.Answer
	apply func(m *model, answer *apitest.Answer) bool
}

// race sends requests at the same moment. Whatever succeeded must have happened
// one after the other, in some order that the model allows and that leads to
// what is in the table; whatever did not has done nothing, and was told of a
// conflict or that what it wanted was not there any more.
func (p *modelRun) race(when string, requests ...modelRequest) map[string]int {
	p.t.Helper()
	answers := make([]*apitest.Answer, len(requests))
	testkit.Race(p.t, len(requests), func(i int) { answers[i] = requests[i].send() })
	statuses, done := map[string]int{}, []int{}
	for i, a := range answers {
		statuses[requests[i].name] = a.Status
		if a.Status == 200 {
			done = append(done, i)
		} else if a.Status != 409 && a.Status != 404 && a.Status != 422 {
			p.t.Fatalf("%s, %s: %d\n%s", when, requests[i].name, a.Status, a.Body)
		}
	}
	l := checkInvariants(p.t, p.team.Service)
	table := p.describeTable(l)
	for order := range permutations(done) {
		m := p.model.clone()
		if m.applyAll(requests, answers, order) && m.String() == table {
			p.model = m
			return statuses
		}
	}
	p.t.Fatalf("%s: %v\nno order of these leads from\n%s\n--- to\n%s", when, statuses, p.model, table)
	return nil
}

func (m *model) applyAll(requests []modelRequest, answers []*apitest.Answer, order []int) bool {
	for _, i := range order {
		if !requests[i].apply(m, answers[i]) {
			return false
		}
	}
	return true
}

// permutations are all orders of some things.
func permutations(of []int) func(yield func([]int) bool) {
	var walk func(done, rest []int, yield func([]int) bool) bool
	walk = func(done, rest []int, yield func([]int) bool) bool {
		if len(rest) == 0 {
			return yield(done)
		}
		for i := range rest {
			others := slices.Delete(slices.Clone(rest), i, i+1)
			if !walk(append(slices.Clone(done), rest[i]), others, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func([]int) bool) { walk(nil, of, yield) }
}

// clone is a model of its own.
func (m *model) clone() *model {
	c := &model{step: m.step, entries: map[string]*modelEntry{}, timers: map[string]*modelEntry{}}
	for id, e := range m.entries {
		copied := *e
		c.entries[id] = &copied
	}
	for user, e := range m.timers {
		copied := *e
		c.timers[user] = &copied
	}
	for _, s := range m.submissions {
		copied := *s
		copied.events, copied.removedLines, copied.lines = slices.Clone(s.events), slices.Clone(s.removedLines), nil
		for _, l := range s.lines {
			line := *l
			line.entryIDs = slices.Clone(l.entryIDs)
			copied.lines = append(copied.lines, &line)
		}
		c.submissions = append(c.submissions, &copied)
	}
	return c
}

func (m *model) submission(id string) *modelSubmission {
	for _, s := range m.submissions {
		if s.id == id {
			return s
		}
	}
	return nil
}
