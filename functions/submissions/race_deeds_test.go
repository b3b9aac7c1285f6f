package submissions_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"stint/functions/apitest"
)

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
	for seed := range uint64(5) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPlay(t, 1000+seed)
			for range 12 {
				p.create("will")
			}
			told := map[string]int{}
			for round := range 40 {
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
