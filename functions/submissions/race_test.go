package submissions_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

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

// named gives the lines of a submission the ids that an answer has; false where
// it has other lines.
func (p *play) named(s *modelSheet, shown object) bool {
	list := shown["lines"].([]any)
	for _, l := range list {
		line := l.(object)
		known := s.line(p.key(line))
		if known == nil || known.id != "" && known.id != line["id"] {
			return false
		}
		known.id = line["id"].(string)
	}
	return len(list) == len(s.lines)
}

func (p *play) submits(who string, first, last int) deed {
	return deed{
		name: fmt.Sprintf("submit %d-%d", first, last),
		send: func() *apitest.Answer {
			return p.people[who].Post(all, object{"periodStart": fmt.Sprintf("2026-06-%02d", first), "periodEnd": fmt.Sprintf("2026-06-%02d", last)})
		},
		do: func(m *model, answer *apitest.Answer) bool {
			status, s := m.submit(who, first, last)
			if status != 200 {
				return false
			}
			s.id = answer.ID()
			return p.named(s, answer.JSON())
		},
	}
}

// moves withdraws, resubmits, reopens or approves all.
func (p *play) moves(who, what string, of *modelSheet) deed {
	return deed{
		name: what,
		send: func() *apitest.Answer { return p.people[who].Post(all+"/"+of.id+"/"+what, nil) },
		do: func(m *model, answer *apitest.Answer) bool {
			s := m.sheet(of.id)
			switch what {
			case "withdraw":
				return s.withdraw() == 200
			case "reopen":
				return s.reopen() == 200
			case "approve-all":
				return s.decide("approved", "approved_all", s.lines...) == 200
			}
			return m.resubmit(s) == 200 && p.named(s, answer.JSON())
		},
	}
}

// decides approves or rejects a line.
func (p *play) decides(what string, of *modelSheet, line *modelLine) deed {
	return deed{
		name: what + " " + line.key.project,
		send: func() *apitest.Answer {
			return p.people["owner"].Post("/api/workspaces/me/submission-lines/"+line.id+"/"+what, nil)
		},
		do: func(m *model, _ *apitest.Answer) bool {
			s := m.sheet(of.id)
			status := map[string]string{"approve": "approved", "reject": "rejected"}[what]
			for _, l := range s.lines {
				if l.id == line.id {
					return s.decide(status, "line_"+status, l) == 200
				}
			}
			return false
		},
	}
}

func (p *play) edits(e *modelEntry) deed {
	next := p.some(*e)
	return deed{
		name: "edit",
		send: func() *apitest.Answer { return p.people[e.owner].Patch("/api/entries/"+e.id, p.body(next)) },
		do: func(m *model, _ *apitest.Answer) bool {
			is := m.entries[e.id]
			changed := next
			if is == nil {
				return false
			}
			if changed.version = is.version; changed == *is {
				return true
			}
			changed.version++
			free := m.lock(e.id) == nil
			*is = changed
			return free
		},
	}
}

func (p *play) deletes(e *modelEntry) deed {
	return deed{
		name: "delete",
		send: func() *apitest.Answer { return p.people[e.owner].Delete("/api/entries/" + e.id) },
		do: func(m *model, _ *apitest.Answer) bool {
			free := m.lock(e.id) == nil
			delete(m.entries, e.id) // again is fine
			return free
		},
	}
}

func (p *play) starts(who string) deed {
	made := p.some(modelEntry{owner: who})
	return deed{
		name: "start",
		send: func() *apitest.Answer {
			body := p.body(made)
			delete(body, "stoppedAt")
			return p.people[who].Post("/api/timers/start", body)
		},
		do: func(m *model, answer *apitest.Answer) bool {
			e := made
			e.id, e.version = answer.ID(), 1
			m.timers[who] = &e
			return true
		},
	}
}

func (p *play) stops(e *modelEntry) deed {
	return deed{
		name: "stop",
		send: func() *apitest.Answer {
			return p.people[e.owner].Post("/api/timers/"+e.id+"/stop", object{"stoppedAt": p.body(*e)["stoppedAt"]})
		},
		do: func(m *model, _ *apitest.Answer) bool {
			stopped := *e
			stopped.version++
			m.entries[e.id] = &stopped
			delete(m.timers, e.owner)
			return true
		},
	}
}

// rivals are requests that get in each other's way, about one person's time.
func (p *play) rivals(who string, n int) (deeds []deed) {
	own := p.own(who)
	for len(deeds) < n {
		switch p.IntN(8) {
		case 0, 1:
			first := 1 + p.IntN(4)
			deeds = append(deeds, p.submits(who, first, min(6, first+2)))
		case 2:
			if len(own) > 0 {
				deeds = append(deeds, p.edits(pick(p, own)))
			}
		case 3:
			if len(own) > 0 {
				deeds = append(deeds, p.deletes(pick(p, own)))
			}
		case 4:
			timer := p.model.timers[who]
			switch {
			case slices.ContainsFunc(deeds, func(d deed) bool { return d.name == "start" || d.name == "stop" }):
			case timer == nil:
				deeds = append(deeds, p.starts(who))
			default:
				deeds = append(deeds, p.stops(timer))
			}
		default:
			if s := p.hot(who); s != nil {
				deeds = append(deeds, p.rival(who, s))
			}
		}
	}
	return deeds
}

// hot is the latest submission of somebody that is not withdrawn.
func (p *play) hot(who string) *modelSheet {
	for _, s := range slices.Backward(p.model.sheets) {
		if s.owner == who && !s.withdrawn {
			return s
		}
	}
	return nil
}

func (p *play) rival(who string, s *modelSheet) deed {
	switch what := pick(p, []string{"withdraw", "resubmit", "resubmit", "reopen", "approve-all", "approve-all", "approve", "reject", "reject"}); what {
	case "approve", "reject":
		return p.decides(what, s, pick(p, s.lines))
	case "reopen", "approve-all":
		return p.moves("owner", what, s)
	default:
		return p.moves(who, what, s)
	}
}

func TestRacesAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPlay(t, 1000+seed)
			for range 12 {
				p.create("will")
			}
			told := map[string]int{}
			for round := range 50 {
				for range 3 {
					p.step()
				}
				for name, status := range p.race(fmt.Sprintf("seed %d, round %d", seed, round), p.rivals("will", 2+p.IntN(3))...) {
					told[fmt.Sprint(strings.Fields(name)[0], " ", status)]++
				}
			}
			for _, name := range slices.Sorted(maps.Keys(told)) {
				t.Log(name, told[name])
			}
		})
	}
}

// The races that were thought of by name, many times each. Of those that
// exclude each other exactly one is carried out.
func TestNamedRaces(t *testing.T) {
	t.Parallel()
	type rivals func(p *play, s *modelSheet) []deed
	for name, c := range map[string]struct {
		ready  func(p *play, s *modelSheet) // nil: it was just submitted
		rivals rivals
		one    bool // exactly one is carried out
	}{
		"approve-all against a rejection": {rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("owner", "approve-all", s), p.decides("reject", s, s.lines[0])}
		}},
		"approve-all twice": {rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("owner", "approve-all", s), p.moves("owner", "approve-all", s), p.moves("owner", "approve-all", s)}
		}},
		"approval against rejection": {one: true, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.decides("approve", s, s.lines[0]), p.decides("reject", s, s.lines[0])}
		}},
		"two rejections of two lines": {rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.decides("reject", s, s.lines[0]), p.decides("reject", s, s.lines[1])}
		}},
		"withdrawal against approve-all": {one: true, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("will", "withdraw", s), p.moves("owner", "approve-all", s)}
		}},
		"resubmission against approval": {ready: rejectFirst, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("will", "resubmit", s), p.decides("approve", s, s.lines[1]), p.moves("owner", "approve-all", s)}
		}},
		"resubmission twice": {one: true, ready: rejectFirst, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("will", "resubmit", s), p.moves("will", "resubmit", s)}
		}},
		"resubmission against edits": {ready: rejectFirst, rivals: func(p *play, s *modelSheet) []deed {
			own := p.own("will")
			return []deed{p.moves("will", "resubmit", s), p.edits(own[0]), p.deletes(own[1]), p.edits(own[2])}
		}},
		"reopening against a withdrawal": {ready: approveFirst, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("owner", "reopen", s), p.moves("will", "withdraw", s)}
		}},
		"reopening against a submission beside it": {ready: func(p *play, s *modelSheet) { approveFirst(p, s); p.create("will") }, rivals: func(p *play, s *modelSheet) []deed {
			return []deed{p.moves("owner", "reopen", s), p.submits("will", 1, 6)}
		}},
		"overlapping submissions": {one: true, ready: withdrawFirst, rivals: func(p *play, _ *modelSheet) []deed {
			return []deed{p.submits("will", 1, 6), p.submits("will", 1, 6), p.submits("will", 1, 6)}
		}},
		"a submission against edits": {ready: withdrawFirst, rivals: func(p *play, _ *modelSheet) []deed {
			own := p.own("will")
			return []deed{p.submits("will", 1, 6), p.edits(own[0]), p.deletes(own[1]), p.edits(own[2])}
		}},
		"a submission against a timer": {ready: withdrawFirst, rivals: func(p *play, _ *modelSheet) []deed {
			return []deed{p.submits("will", 1, 6), p.starts("will")}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlay(t, 99)
			for round := range 10 {
				s := p.fresh()
				if c.ready != nil {
					c.ready(p, s)
				}
				when := fmt.Sprintf("round %d", round)
				p.compare(when, false)
				deeds := c.rivals(p, s)
				done := 0
				for i := range deeds { // their names may be the same
					deeds[i].name = fmt.Sprint(i, " ", deeds[i].name)
				}
				for _, status := range p.race(when, deeds...) {
					if status == 200 {
						done++
					}
				}
				if done == 0 || c.one && done != 1 {
					t.Errorf("%s: %d of %d were carried out", when, done, len(deeds))
				}
			}
		})
	}
}

// fresh puts an end to what will has open and running, and submits some
// entries of theirs on both projects anew.
func (p *play) fresh() *modelSheet {
	if timer := p.model.timers["will"]; timer != nil {
		p.must(p.stops(timer))
	}
	for _, s := range p.model.sheets {
		if s.owner != "will" || s.withdrawn {
			continue
		}
		if s.status() == "approved" {
			p.must(p.moves("owner", "reopen", s))
		}
		p.must(p.moves("will", "withdraw", p.model.sheet(s.id)))
	}
	for range 3 {
		p.create("will")
	}
	for _, project := range []string{"site", "app"} {
		e := modelEntry{owner: "will", day: 3, minutes: 10, project: project, billable: true, version: 1}
		e.id = p.people["will"].Post("/api/entries", p.body(e)).ID()
		p.model.entries[e.id] = &e
	}
	p.must(p.submits("will", 1, 6))
	return p.model.sheets[len(p.model.sheets)-1]
}

// must does one thing, on its own.
func (p *play) must(d deed) {
	p.t.Helper()
	answer := d.send()
	if answer.Status != 200 || !d.do(p.model, answer) {
		p.t.Fatalf("%s: %d\n%s", d.name, answer.Status, answer.Body)
	}
}

func rejectFirst(p *play, s *modelSheet)   { p.must(p.decides("reject", s, s.lines[0])) }
func approveFirst(p *play, s *modelSheet)  { p.must(p.moves("owner", "approve-all", s)) }
func withdrawFirst(p *play, s *modelSheet) { p.must(p.moves("will", "withdraw", s)) }
