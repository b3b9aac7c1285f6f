package submissions_test

import (
	"slices"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

// deed is a request, and what it does in the model when it is carried out:
// whether it can be, as the model stands.
type deed struct {
	name string
	send func() *apitest.Answer
	do   func(m *model, answer *apitest.Answer) bool
}

// race sends requests at the same moment. Whatever succeeded must have happened
// one after the other, in some order that the model allows and that leads to
// what is in the table; whatever did not has done nothing, and was told of a
// conflict or that what it wanted was not there any more.
func (p *play) race(when string, deeds ...deed) map[string]int {
	p.t.Helper()
	answers := make([]*apitest.Answer, len(deeds))
	testkit.Race(p.t, len(deeds), func(i int) { answers[i] = deeds[i].send() })
	told, done := map[string]int{}, []int{}
	for i, a := range answers {
		told[deeds[i].name] = a.Status
		if a.Status == 200 {
			done = append(done, i)
		} else if a.Status != 409 && a.Status != 404 && a.Status != 422 {
			p.t.Fatalf("%s, %s: %d\n%s", when, deeds[i].name, a.Status, a.Body)
		}
	}
	l := always(p.t, p.team.House)
	table := p.told(l)
	for order := range orders(done) {
		m := p.model.clone()
		if m.carryOut(deeds, answers, order) && m.String() == table {
			p.model = m
			return told
		}
	}
	p.t.Fatalf("%s: %v\nno order of these leads from\n%s\n--- to\n%s", when, told, p.model, table)
	return nil
}

func (m *model) carryOut(deeds []deed, answers []*apitest.Answer, order []int) bool {
	for _, i := range order {
		if !deeds[i].do(m, answers[i]) {
			return false
		}
	}
	return true
}

// orders are all orders of some things.
func orders(of []int) func(yield func([]int) bool) {
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
	for who, e := range m.timers {
		copied := *e
		c.timers[who] = &copied
	}
	for _, s := range m.sheets {
		copied := *s
		copied.events, copied.gone, copied.lines = slices.Clone(s.events), slices.Clone(s.gone), nil
		for _, l := range s.lines {
			line := *l
			line.holds = slices.Clone(l.holds)
			copied.lines = append(copied.lines, &line)
		}
		c.sheets = append(c.sheets, &copied)
	}
	return c
}

func (m *model) sheet(id string) *modelSheet {
	for _, s := range m.sheets {
		if s.id == id {
			return s
		}
	}
	return nil
}
