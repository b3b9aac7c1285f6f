package tools

import (
	"net/url"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
)

// maxWaiting bounds how many timesheets of others an answer shows.
const maxWaiting = 20

// addWaiting adds the timesheets of others with lines that wait for a decision of the caller. Callers who decide on
// nothing have none: analysts, and those who see no timesheet of others.
func (c *call) addWaiting(out *Timesheets, _ domain.DaySpan) error {
	me, err := c.identity()
	if err != nil || me.Workspace.Role == string(people.RoleAnalyst) {
		return err
	}
	all, isWhole, err := c.submissions(url.Values{"status": {"submitted,partially_rejected"}})
	if err != nil {
		return err
	}
	out.MoreWait = !isWhole
	for _, s := range all {
		waits, err := c.waits(s, me)
		if err != nil {
			return err
		}
		if waits && len(out.Waiting) < maxWaiting {
			out.Waiting = append(out.Waiting, c.timesheet(s))
		} else if waits {
			out.MoreWait = true
		}
	}
	return nil
}

// waits reports whether a submission of another person has pending lines that the caller may decide on. Owners and
// admins decide on all of them, and a submission without a rejected line has some; the others are read for that.
func (c *call) waits(s sentTimesheet, me *sentIdentity) (bool, error) {
	if s.UserID == me.User.ID {
		return false, nil
	}
	if s.Status == string(timesheets.Submitted) && me.Workspace.Role != string(people.RoleUser) {
		return true, nil
	}
	whole, err := c.submission(s.ID)
	if err != nil {
		return false, err
	}
	return len(c.decidable(whole, me)) > 0, nil
}

// decidable are the pending lines that the caller may decide on: all of them as owner or admin, as a user those of the
// projects that they manage.
func (c *call) decidable(s sentTimesheet, me *sentIdentity) (lines []sentLine) {
	for _, l := range s.Lines {
		if l.Status == string(timesheets.LinePending) && (me.Workspace.Role != string(people.RoleUser) || c.manages(l)) {
			lines = append(lines, l)
		}
	}
	return lines
}

// manages reports whether the caller manages the project of a line. A project is read once in a call.
func (c *call) manages(l sentLine) bool {
	if l.ProjectID == nil {
		return false
	}
	if _, known := c.managed[*l.ProjectID]; !known {
		p, err := run[struct {
			CanEdit bool `json:"can_edit"`
		}](c, Request{Operation: "projects.get.v1", IDs: []string{*l.ProjectID}})
		c.managed[*l.ProjectID] = err == nil && p.CanEdit
	}
	return c.managed[*l.ProjectID]
}

// addPeople adds the names of those whose timesheets the answer shows.
func (c *call) addPeople(out *Timesheets) error {
	var ids []string
	for _, s := range slices.Concat(out.Timesheets, out.Waiting) {
		ids = append(ids, s.Person.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := c.namePeople(ids...); err != nil {
		return err
	}
	for _, list := range [][]Timesheet{out.Timesheets, out.Waiting} {
		for i := range list {
			list[i].Person = c.person(list[i].Person.ID)
		}
	}
	return nil
}
