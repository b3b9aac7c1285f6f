package submissions_test

import (
	"fmt"
	"testing"

	"stint/internal/testkit"
)

// The races that were thought of by name, many times each. Of those that
// exclude each other exactly one is carried out.
func TestKnownRaces(t *testing.T) {
	t.Parallel()
	type rivals func(p *modelRun, s *modelSubmission) []modelRequest
	for name, c := range map[string]struct {
		ready  func(p *modelRun, s *modelSubmission) // nil: it was just submitted
		rivals rivals
		one    bool // exactly one is carried out
	}{
		"approve-all against a rejection": {rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
			return []modelRequest{p.transitionRequest("owner", "approve-all", s), p.decideRequest("reject", s, s.lines[0])}
		}},
		"approve-all twice": {rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
			return []modelRequest{p.transitionRequest("owner", "approve-all", s), p.transitionRequest("owner", "approve-all", s),
				p.transitionRequest("owner", "approve-all", s)}
		}},
		"approval against rejection": {one: true, rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
			return []modelRequest{p.decideRequest("approve", s, s.lines[0]), p.decideRequest("reject", s, s.lines[0])}
		}},
		"two rejections of two lines": {rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
			return []modelRequest{p.decideRequest("reject", s, s.lines[0]), p.decideRequest("reject", s, s.lines[1])}
		}},
		"withdrawal against approve-all": {one: true, rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
			return []modelRequest{p.transitionRequest("will", "withdraw", s), p.transitionRequest("owner", "approve-all", s)}
		}},
		"resubmission against approval": {ready: prepareRejectedLine,
			rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
				return []modelRequest{p.transitionRequest("will", "resubmit", s), p.decideRequest("approve", s, s.lines[1]),
					p.transitionRequest("owner", "approve-all", s)}
			}},
		"resubmission twice": {one: true, ready: prepareRejectedLine,
			rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
				return []modelRequest{p.transitionRequest("will", "resubmit", s), p.transitionRequest("will", "resubmit", s)}
			}},
		"resubmission against edits": {ready: prepareRejectedLine,
			rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
				own := p.entriesOf("will")
				return []modelRequest{p.transitionRequest("will", "resubmit", s), p.editRequest(own[0]), p.deleteRequest(own[1]),
					p.editRequest(own[2])}
			}},
		"reopening against a withdrawal": {ready: prepareAllApproved,
			rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
				return []modelRequest{p.transitionRequest("owner", "reopen", s), p.transitionRequest("will", "withdraw", s)}
			}},
		"reopening against a submission beside it": {one: true,
			ready: func(p *modelRun, s *modelSubmission) { prepareAllApproved(p, s); p.create("will") },
			rivals: func(p *modelRun, s *modelSubmission) []modelRequest {
				return []modelRequest{p.transitionRequest("owner", "reopen", s), p.submitRequest("will", 1, 6)}
			}},
		"overlapping submissions": {one: true, ready: prepareWithdrawn,
			rivals: func(p *modelRun, _ *modelSubmission) []modelRequest {
				return []modelRequest{p.submitRequest("will", 1, 6), p.submitRequest("will", 1, 6), p.submitRequest("will", 1, 6)}
			}},
		"a submission against edits": {ready: prepareWithdrawn, rivals: func(p *modelRun, _ *modelSubmission) []modelRequest {
			own := p.entriesOf("will")
			return []modelRequest{p.submitRequest("will", 1, 6), p.editRequest(own[0]), p.deleteRequest(own[1]),
				p.editRequest(own[2])}
		}},
		"a submission against a timer": {ready: prepareWithdrawn,
			rivals: func(p *modelRun, _ *modelSubmission) []modelRequest {
				return []modelRequest{p.submitRequest("will", 1, 6), p.startRequest("will")}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newModelRun(t, 99)
			submitted := p.submitFresh()
			if c.ready != nil {
				c.ready(p, submitted)
			}
			p.compare("at first", false)
			stored, model := testkit.Dump(t, p.team.Table), p.model
			for round := range 6 {
				p.team.Table.Restore(t, stored)
				p.model = model.clone()
				when := fmt.Sprintf("round %d", round)
				requests := c.rivals(p, p.model.submission(submitted.id))
				done := 0
				for i := range requests { // their names may be the same
					requests[i].name = fmt.Sprint(i, " ", requests[i].name)
				}
				for _, status := range p.race(when, requests...) {
					if status == 200 {
						done++
					}
				}
				if done == 0 || c.one && done != 1 {
					t.Errorf("%s: %d of %d were carried out", when, done, len(requests))
				}
			}
		})
	}
}

// submitFresh submits some entries of will's on both projects.
func (p *modelRun) submitFresh() *modelSubmission {
	for range 6 {
		p.create("will")
	}
	for _, project := range []string{"site", "app"} {
		e := modelEntry{owner: "will", day: 3, minutes: 10, project: project, billable: true, version: 1}
		e.id = p.users["will"].Post("/api/entries", p.entryBody(e)).ID()
		p.model.entries[e.id] = &e
	}
	p.apply(p.submitRequest("will", 1, 6))
	return p.model.submissions[len(p.model.submissions)-1]
}

// apply does one request alone.
func (p *modelRun) apply(d modelRequest) {
	p.t.Helper()
	answer := d.send()
	if answer.Status != 200 || !d.apply(p.model, answer) {
		p.t.Fatalf("%s: %d\n%s", d.name, answer.Status, answer.Body)
	}
}

func prepareRejectedLine(p *modelRun, s *modelSubmission) {
	p.apply(p.decideRequest("reject", s, s.lines[0]))
}
func prepareAllApproved(p *modelRun, s *modelSubmission) {
	p.apply(p.transitionRequest("owner", "approve-all", s))
}
func prepareWithdrawn(p *modelRun, s *modelSubmission) {
	p.apply(p.transitionRequest("will", "withdraw", s))
}
