package tools

import (
	"net/url"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// Timesheet is time that a person submitted.
type Timesheet struct {
	ID           string          `json:"id"`
	Person       Named           `json:"person"`
	FirstDay     string          `json:"first_day"`
	LastDay      string          `json:"last_day"`
	Status       string          `json:"status" jsonschema:"submitted, approved, partially_rejected, rejected or withdrawn"`
	TotalSeconds int64           `json:"total_seconds"`
	Note         *Text           `json:"note,omitempty" jsonschema:"of the person, for those who review"`
	Lines        []TimesheetLine `json:"lines,omitempty" jsonschema:"where some are rejected"`
	Version      int64           `json:"version"`
}

// TimesheetLine is the time of a timesheet on one project and task.
type TimesheetLine struct {
	ID           string `json:"id,omitempty"`
	Project      *Named `json:"project,omitempty"`
	Task         *Named `json:"task,omitempty"`
	IsBillable   bool   `json:"is_billable"`
	EntryCount   int    `json:"entry_count"`
	TotalSeconds int64  `json:"total_seconds"`
	Amount       *int64 `json:"amount,omitempty" jsonschema:"money in minor units; absent if the person may not see it"`
	Currency     string `json:"currency"`
	Status       string `json:"status" jsonschema:"pending, approved or rejected"`
	Reason       *Text  `json:"reason,omitempty" jsonschema:"why it was rejected"`
}

// sentTimesheet is a submission as the API shows it.
type sentTimesheet struct {
	ID           string
	UserID       string      `json:"user_id"`
	PeriodStart  domain.Date `json:"period_start"`
	PeriodEnd    domain.Date `json:"period_end"`
	Status       string
	TotalSeconds int64 `json:"total_seconds"`
	Note         string
	Version      int64
	Lines        []sentLine
}

type sentLine struct {
	ID           string
	ProjectID    *string `json:"project_id"`
	TaskID       *string `json:"task_id"`
	IsBillable   bool    `json:"is_billable"`
	EntryCount   int     `json:"entry_count"`
	TotalSeconds int64   `json:"total_seconds"`
	Amount       *int64
	Currency     string
	Status       string
	Reason       *string
	Version      int64
}

// timesheet shows a submission, with the lines that it has.
func (c *call) timesheet(s sentTimesheet) Timesheet {
	out := Timesheet{ID: s.ID, Person: c.person(s.UserID), FirstDay: string(s.PeriodStart), LastDay: string(s.PeriodEnd),
		Status: s.Status, TotalSeconds: s.TotalSeconds, Version: s.Version}
	if s.Note != "" {
		out.Note = &Text{s.Note}
	}
	for _, l := range s.Lines {
		out.Lines = append(out.Lines, TimesheetLine{
			ID: l.ID, Project: c.named("projects.get.v1", l.ProjectID), Task: c.named("tasks.get.v1", l.TaskID),
			IsBillable: l.IsBillable, EntryCount: l.EntryCount, TotalSeconds: l.TotalSeconds, Amount: l.Amount,
			Currency: l.Currency, Status: l.Status, Reason: textOf(l.Reason),
		})
	}
	return out
}

// submissions lists submissions, the latest first. isWhole says that there are no others.
func (c *call) submissions(query url.Values) (all []sentTimesheet, isWhole bool, err error) {
	query.Set("limit", "50")
	list, err := run[page[sentTimesheet]](c, Request{Operation: "submissions.list.v1", Query: query})
	return list.Items, list.Next == nil, err
}

// submission reads a submission with its lines.
func (c *call) submission(id string) (sentTimesheet, error) {
	return run[sentTimesheet](c, Request{Operation: "submissions.get.v1", IDs: []string{id}})
}

// addTimesheets adds the timesheets of the person that have a day of the period. It reads the lines of those that have
// rejected ones.
func (c *call) addTimesheets(out *Timesheets, days domain.DaySpan) error {
	all, err := c.submissionsOf(out.UserID, days)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.Status == string(timesheets.Rejected) || s.Status == string(timesheets.PartiallyRejected) {
			if s, err = c.submission(s.ID); err != nil {
				return err
			}
		}
		out.Timesheets = append(out.Timesheets, c.timesheet(s))
	}
	return nil
}

// submissionsOf are the submissions of a person that have one of the days.
func (c *call) submissionsOf(user string, days domain.DaySpan) (found []sentTimesheet, err error) {
	// from and to select by the first day of a submission, so from is the first day of the longest one that reaches the
	// period.
	all, _, err := c.submissions(url.Values{"user_id": {user},
		"from": {string(days.First.AddDays(1 - timesheets.MaxSubmissionDays))}, "to": {string(days.Last.AddDays(1))}})
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.PeriodEnd >= days.First {
			found = append(found, s)
		}
	}
	return found, nil
}
