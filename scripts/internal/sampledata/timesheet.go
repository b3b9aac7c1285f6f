package sampledata

import "stint/internal/apiclient"

const submissions = "/api/workspaces/me/timesheet-submissions"

// Timesheet is a submission and its first line.
type Timesheet struct{ ID, Line string }

// Submit submits the days of a person, from the first date to the last.
func (m *Maker) Submit(p *Person, first, last string) (made Timesheet) {
	answer := m.Post(p.Token, submissions, object{"periodStart": first, "periodEnd": last})
	if lines, _ := answer["lines"].([]any); len(lines) > 0 {
		line, _ := lines[0].(object)
		made.Line = apiclient.Text(line, "id")
	}
	made.ID = apiclient.Text(answer, "id")
	return made
}

// RejectLine rejects the first line of a timesheet.
func (m *Maker) RejectLine(t Timesheet, reason string) {
	m.Post(m.Team.Owner().Token, "/api/workspaces/me/submission-lines/"+t.Line+"/reject", object{"reason": reason})
}

// ApproveForClient approves a timesheet and makes a link for a client, with fields of the
// request. It returns the link.
func (m *Maker) ApproveForClient(t Timesheet, link object) object {
	m.Post(m.Team.Owner().Token, submissions+"/"+t.ID+"/approve-all", nil)
	return m.Post(m.Team.Owner().Token, submissions+"/"+t.ID+"/client-approval-links", link)
}
