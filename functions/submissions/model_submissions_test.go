package submissions_test

import (
	"fmt"
	"slices"
	"strings"
)

func (p *modelRun) submit(user string) {
	first := 1 + p.IntN(6)
	last := min(6, first+p.IntN(3))
	want, s := p.model.submit(user, first, last)
	answer := p.users[user].Post(pathSubmissions, object{"periodStart": fmt.Sprintf("2026-06-%02d", first),
		"periodEnd": fmt.Sprintf("2026-06-%02d", last)})
	if p.checkStatus("submit", answer, want) {
		s.id = answer.ID()
		p.learnLineIDs(s, answer.OK())
	}
}

// learnLineIDs learns the ids of new lines, and checks that the others kept theirs.
func (p *modelRun) learnLineIDs(s *modelSubmission, shown object) {
	for _, l := range shown["lines"].([]any) {
		line := l.(object)
		key, id := p.lineKey(line), line["id"].(string)
		known := s.line(key)
		if known == nil || known.id != "" && known.id != id || slices.Contains(s.removedLines, id) {
			p.t.Fatalf("line %v of %v is %s\n%s", known, key, id, p.lastStep)
		}
		known.id = id
	}
}

func (p *modelRun) lineKey(line object) modelKey {
	key := modelKey{billable: line["is_billable"] == true}
	for name, id := range p.projects {
		if line["project_id"] == id {
			key.project = name
		}
	}
	return key
}

// decide approves or rejects a line, or approves all.
func (p *modelRun) decide(user string) {
	if len(p.model.submissions) == 0 {
		return
	}
	s := p.recentSubmission()
	l := pick(p, s.lines)
	path := "/api/workspaces/me/submission-lines/" + l.id
	what := pick(p, []string{"approve", "approve", "reject", "reject", "approve-all", "gone"})
	lines, status, event := []*modelLine{l}, "approved", "line_approved"
	switch what {
	case "reject":
		status, event = "rejected", "line_rejected"
	case "approve-all":
		path, event, lines = pathSubmissions+"/"+s.id, "approved_all", nil
		for _, l := range s.lines {
			if canDecide(user, s, l) {
				lines = append(lines, l)
			}
		}
	case "gone":
		if len(s.removedLines) == 0 {
			return
		}
		answer := p.users[user].Post("/api/workspaces/me/submission-lines/"+pick(p, s.removedLines)+"/approve", nil)
		p.checkStatus("approve", answer, 404)
		return
	}
	answer := p.users[user].Post(path+"/"+what, nil)
	switch {
	case !canSee(user, s):
		p.checkStatus(what, answer, 404)
	case len(lines) == 0 || !canDecide(user, s, lines[0]):
		p.checkStatus(what, answer, 403)
	default:
		p.checkStatus(what, answer, s.decide(status, event, lines...))
	}
}

// recentSubmission is a submission, more likely one of the latest.
func (p *modelRun) recentSubmission() *modelSubmission {
	n := len(p.model.submissions)
	return p.model.submissions[n-1-min(p.IntN(n), p.IntN(n))]
}

// transition withdraws, resubmits or reopens.
func (p *modelRun) transition(user string) {
	if len(p.model.submissions) == 0 {
		return
	}
	s, what := p.recentSubmission(), pick(p, []string{"withdraw", "resubmit", "resubmit", "reopen"})
	if i := slices.IndexFunc(p.model.submissions,
		func(s *modelSubmission) bool { return strings.HasSuffix(s.status(), "rejected") }); what == "resubmit" && i >= 0 &&
		p.IntN(3) > 0 {
		s = p.model.submissions[i]
	}
	if p.IntN(4) > 0 {
		user = s.owner
	}
	if what == "reopen" && p.IntN(3) > 0 {
		user = "owner"
	}
	answer := p.users[user].Post(pathSubmissions+"/"+s.id+"/"+what, nil)
	switch {
	case !canSee(user, s):
		p.checkStatus(what, answer, 404)
	case what == "reopen" && user != "owner", what != "reopen" && user != s.owner:
		p.checkStatus(what, answer, 403)
	case what == "withdraw":
		p.checkStatus(what, answer, s.withdraw())
	case what == "reopen":
		p.checkStatus(what, answer, p.model.reopen(s))
	default:
		if p.checkStatus(what, answer, p.model.resubmit(s)) {
			p.learnLineIDs(s, answer.OK())
		}
	}
}
