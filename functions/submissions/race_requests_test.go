package submissions_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// matchLineIDs gives the lines of a submission the ids that an answer has; false where
// it has other lines.
func (p *modelRun) matchLineIDs(s *modelSubmission, shown object) bool {
	list := shown["lines"].([]any)
	for _, l := range list {
		line := l.(object)
		known := s.line(p.lineKey(line))
		if known == nil || known.id != "" && known.id != line["id"] {
			return false
		}
		known.id = line["id"].(string)
	}
	return len(list) == len(s.lines)
}

func (p *modelRun) submitRequest(user string, first, last int) modelRequest {
	return modelRequest{
		name: fmt.Sprintf("submit %d-%d", first, last),
		send: func() *apitest.Answer {
			return p.users[user].Post(pathSubmissions, object{"periodStart": fmt.Sprintf("2026-06-%02d", first),
				"periodEnd": fmt.Sprintf("2026-06-%02d", last)})
		},
		apply: func(m *model, answer *apitest.Answer) bool {
			status, s := m.submit(user, first, last)
			if status != 200 {
				return false
			}
			s.id = answer.ID()
			return p.matchLineIDs(s, answer.JSON())
		},
	}
}

// transitionRequest withdraws, resubmits, reopens or approves all.
func (p *modelRun) transitionRequest(user, what string, of *modelSubmission) modelRequest {
	return modelRequest{
		name: what,
		send: func() *apitest.Answer { return p.users[user].Post(pathSubmissions+"/"+of.id+"/"+what, nil) },
		apply: func(m *model, answer *apitest.Answer) bool {
			s := m.submission(of.id)
			switch what {
			case "withdraw":
				return s.withdraw() == 200
			case "reopen":
				return m.reopen(s) == 200
			case "approve-all":
				return s.decide("approved", "approved_all", s.lines...) == 200
			}
			return m.resubmit(s) == 200 && p.matchLineIDs(s, answer.JSON())
		},
	}
}

// decideRequest approves or rejects a line.
func (p *modelRun) decideRequest(what string, of *modelSubmission, line *modelLine) modelRequest {
	return modelRequest{
		name: what + " " + line.key.project,
		send: func() *apitest.Answer {
			return p.users["owner"].Post("/api/workspaces/me/submission-lines/"+line.id+"/"+what, nil)
		},
		apply: func(m *model, _ *apitest.Answer) bool {
			s := m.submission(of.id)
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

func (p *modelRun) editRequest(e *modelEntry) modelRequest {
	next := p.randomContent(*e)
	return modelRequest{
		name: "edit",
		send: func() *apitest.Answer { return p.users[e.owner].Patch("/api/entries/"+e.id, p.entryBody(next)) },
		apply: func(m *model, _ *apitest.Answer) bool {
			is := m.entries[e.id]
			changed := next
			if is == nil {
				return false
			}
			if changed.version = is.version; changed == *is {
				return true
			}
			changed.version++
			free := m.lockedBy(e.id) == nil
			*is = changed
			return free
		},
	}
}

func (p *modelRun) deleteRequest(e *modelEntry) modelRequest {
	return modelRequest{
		name: "delete",
		send: func() *apitest.Answer { return p.users[e.owner].Delete("/api/entries/" + e.id) },
		apply: func(m *model, _ *apitest.Answer) bool {
			free := m.lockedBy(e.id) == nil
			delete(m.entries, e.id) // again is fine
			return free
		},
	}
}

func (p *modelRun) startRequest(user string) modelRequest {
	made := p.randomContent(modelEntry{owner: user})
	return modelRequest{
		name: "start",
		send: func() *apitest.Answer {
			body := p.entryBody(made)
			delete(body, "stoppedAt")
			return p.users[user].Post("/api/timers/start", body)
		},
		apply: func(m *model, answer *apitest.Answer) bool {
			e := made
			e.id, e.version = answer.ID(), 1
			m.timers[user] = &e
			return true
		},
	}
}

func (p *modelRun) stopRequest(e *modelEntry) modelRequest {
	return modelRequest{
		name: "stop",
		send: func() *apitest.Answer {
			return p.users[e.owner].Post("/api/timers/"+e.id+"/stop", object{"stoppedAt": p.entryBody(*e)["stoppedAt"]})
		},
		apply: func(m *model, _ *apitest.Answer) bool {
			stopped := *e
			stopped.version++
			m.entries[e.id] = &stopped
			delete(m.timers, e.owner)
			return true
		},
	}
}

// randomRequests are requests that get in each other's way, about one person's time.
func (p *modelRun) randomRequests(user string, n int) (requests []modelRequest) {
	own := p.entriesOf(user)
	for len(requests) < n {
		switch p.IntN(8) {
		case 0, 1:
			first := 1 + p.IntN(4)
			requests = append(requests, p.submitRequest(user, first, min(6, first+2)))
		case 2:
			if len(own) > 0 {
				requests = append(requests, p.editRequest(pick(p, own)))
			}
		case 3:
			if len(own) > 0 {
				requests = append(requests, p.deleteRequest(pick(p, own)))
			}
		case 4:
			timer := p.model.timers[user]
			switch {
			case slices.ContainsFunc(requests, func(d modelRequest) bool { return d.name == "start" || d.name == "stop" }):
			case timer == nil:
				requests = append(requests, p.startRequest(user))
			default:
				requests = append(requests, p.stopRequest(timer))
			}
		default:
			if s := p.latestActive(user); s != nil {
				requests = append(requests, p.randomRequest(user, s))
			}
		}
	}
	return requests
}

// latestActive is the latest submission of a user that is not withdrawn.
func (p *modelRun) latestActive(user string) *modelSubmission {
	for _, s := range slices.Backward(p.model.submissions) {
		if s.owner == user && !s.withdrawn {
			return s
		}
	}
	return nil
}

func (p *modelRun) randomRequest(user string, s *modelSubmission) modelRequest {
	switch what := pick(p, []string{"withdraw", "resubmit", "resubmit", "reopen", "approve-all", "approve-all", "approve",
		"reject", "reject"}); what {
	case "approve", "reject":
		return p.decideRequest(what, s, pick(p, s.lines))
	case "reopen", "approve-all":
		return p.transitionRequest("owner", what, s)
	default:
		return p.transitionRequest(user, what, s)
	}
}

func TestRacesAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testkit.Size(3, 10)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newModelRun(t, 1000+seed)
			for range 12 {
				p.create("will")
			}
			statusCounts := map[string]int{}
			for round := range 40 {
				for range 3 {
					p.step()
				}
				for name, status := range p.race(fmt.Sprintf("seed %d, round %d", seed, round),
					p.randomRequests("will", 2+p.IntN(3))...) {
					statusCounts[fmt.Sprint(strings.Fields(name)[0], " ", status)]++
				}
			}
			for _, name := range slices.Sorted(maps.Keys(statusCounts)) {
				t.Log(name, statusCounts[name])
			}
		})
	}
}
