package submissions_test

import (
	"fmt"
	"slices"
	"strings"
)

func (p *play) submit(who string) {
	first := 1 + p.IntN(6)
	last := min(6, first+p.IntN(3))
	want, s := p.model.submit(who, first, last)
	answer := p.people[who].Post(all, object{"periodStart": fmt.Sprintf("2026-06-%02d", first), "periodEnd": fmt.Sprintf("2026-06-%02d", last)})
	if p.answered("submit", answer, want) {
		s.id = answer.ID()
		p.name(s, answer.OK())
	}
}

// name learns the ids of new lines, and sees to it that the others kept theirs.
func (p *play) name(s *modelSheet, shown object) {
	for _, l := range shown["lines"].([]any) {
		line := l.(object)
		key, id := p.key(line), line["id"].(string)
		known := s.line(key)
		if known == nil || known.id != "" && known.id != id || slices.Contains(s.gone, id) {
			p.t.Fatalf("line %v of %v is %s\n%s", known, key, id, p.last)
		}
		known.id = id
	}
}

func (p *play) key(line object) modelKey {
	key := modelKey{billable: line["is_billable"] == true}
	for name, id := range p.projects {
		if line["project_id"] == id {
			key.project = name
		}
	}
	return key
}

// decide approves or rejects a line, or approves all.
func (p *play) decide(who string) {
	if len(p.model.sheets) == 0 {
		return
	}
	s := p.recent()
	l := pick(p, s.lines)
	path := "/api/workspaces/me/submission-lines/" + l.id
	what := pick(p, []string{"approve", "approve", "reject", "reject", "approve-all", "gone"})
	lines, status, event := []*modelLine{l}, "approved", "line_approved"
	switch what {
	case "reject":
		status, event = "rejected", "line_rejected"
	case "approve-all":
		path, event, lines = all+"/"+s.id, "approved_all", nil
		for _, l := range s.lines {
			if decides(who, s, l) {
				lines = append(lines, l)
			}
		}
	case "gone":
		if len(s.gone) == 0 {
			return
		}
		answer := p.people[who].Post("/api/workspaces/me/submission-lines/"+pick(p, s.gone)+"/approve", nil)
		p.answered("approve", answer, 404)
		return
	}
	answer := p.people[who].Post(path+"/"+what, nil)
	switch {
	case !sees(who, s):
		p.answered(what, answer, 404)
	case len(lines) == 0 || !decides(who, s, lines[0]):
		p.answered(what, answer, 403)
	default:
		p.answered(what, answer, s.decide(status, event, lines...))
	}
}

// recent is a submission, more likely one of the latest.
func (p *play) recent() *modelSheet {
	n := len(p.model.sheets)
	return p.model.sheets[n-1-min(p.IntN(n), p.IntN(n))]
}

// move withdraws, resubmits or reopens.
func (p *play) move(who string) {
	if len(p.model.sheets) == 0 {
		return
	}
	s, what := p.recent(), pick(p, []string{"withdraw", "resubmit", "resubmit", "reopen"})
	if i := slices.IndexFunc(p.model.sheets, func(s *modelSheet) bool { return strings.HasSuffix(s.status(), "rejected") }); what == "resubmit" && i >= 0 && p.IntN(3) > 0 {
		s = p.model.sheets[i]
	}
	if p.IntN(4) > 0 {
		who = s.owner
	}
	if what == "reopen" && p.IntN(3) > 0 {
		who = "owner"
	}
	answer := p.people[who].Post(all+"/"+s.id+"/"+what, nil)
	switch {
	case !sees(who, s):
		p.answered(what, answer, 404)
	case what == "reopen" && who != "owner", what != "reopen" && who != s.owner:
		p.answered(what, answer, 403)
	case what == "withdraw":
		p.answered(what, answer, s.withdraw())
	case what == "reopen":
		p.answered(what, answer, s.reopen())
	default:
		if p.answered(what, answer, p.model.resubmit(s)) {
			p.name(s, answer.OK())
		}
	}
}
