package submissions_test

import (
	"fmt"
	"testing"
)

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
			for round := range 6 {
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
