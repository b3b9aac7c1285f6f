package pages

import (
	"embed"
	"errors"
	"html/template"
	"slices"
	"sync"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

//go:embed timesheet.html day_bars.html
var timesheetHTML embed.FS

var timesheetTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(timesheetHTML, "timesheet.html", "day_bars.html"))
})

// timesheetView is the content of the page of a timesheet.
type timesheetView struct {
	reader
	forms locale.Formatter

	Logo               template.URL // of the workspace; "" without one
	Workspace, Heading string
	Status, Tone       string
	Notes              []string // paragraphs under the heading
	Facts, Sums        []fact
	Bars               []dayBar
	Rows               []timesheetRow
	Total              string
	Action, Token      string // of the form; "" without one
	Choices            []timesheetRow
	Reason             string
	Wrong              string // error of the whole form; "" for none
	LineWrong          string
	ReasonWrong        string
	Rejecting          bool // whether the part to reject is open
}

// timesheetRow is a line of the timesheet.
type timesheetRow struct {
	Number        int
	Project, Task string
	Hours, Status string
	Reason        string // of a rejection
	Chosen        bool   // whether it is chosen to be rejected
}

// show is the page of a timesheet. The problem is why the act cannot be done, nil if it can.
func (t mailedTimesheet) show(r *route.Request, basePath, token string, about error) page.Page {
	s := t.newView(r)
	switch {
	case about != nil:
		s.Notes = s.Lines("timesheet.nothing_waits")
	case t.decides():
		s.addForm(t, basePath, token)
	}
	return s.toPage(about)
}

// showAgain is the page with the form, and what is wrong with what was sent.
func (t mailedTimesheet) showAgain(r *route.Request, basePath, token string, in decideTimesheetInput,
	wrong error) page.Page {
	if about := t.stateError(); about != nil {
		return t.show(r, basePath, token, about)
	}
	s := t.newView(r)
	s.addForm(t, basePath, token)
	s.Rejecting, s.Reason, s.Wrong = true, string(in.Form.Reason.Value), s.Text("timesheet.wrong")
	for i, row := range s.Choices {
		s.Choices[i].Chosen = len(s.Choices) == 1 || slices.Contains(in.Form.Line.Value, row.Number)
	}
	s.markErrors(wrong)
	return s.toPage(wrong)
}

func (s *timesheetView) markErrors(err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	for _, wrong := range known.Fields {
		switch wrong.Field {
		case "line":
			s.LineWrong = s.Text("timesheet.line_wrong", "most", s.forms.Number(timesheets.MaxRejectedAtOnce))
		case "reason":
			s.ReasonWrong = s.Text("approval.reason_invalid")
		}
	}
}

// showDecided is the page after a decision. The problem is why there was none, nil if there was.
func (t mailedTimesheet) showDecided(r *route.Request, about error) page.Page {
	s := t.newView(r)
	if s.Notes = s.Lines("timesheet.done"); about != nil {
		s.Notes = s.Lines("timesheet.nothing_waits")
	}
	return s.toPage(about)
}

// newView shows the lines of the timesheet, without a form.
func (t mailedTimesheet) newView(r *route.Request) timesheetView {
	p, sub := t.reader(r), t.Submission
	s := timesheetView{reader: p, forms: p.In(t.Workspace.Timezone), Workspace: string(t.Workspace.Name),
		Heading: p.Text("timesheet.heading"), Logo: logoAddress(t.logo)}
	s.Status, s.Tone = p.Text("timesheet.status_"+string(sub.Status())), tones[sub.Status()]
	s.Facts = []fact{
		{Name: p.Text("approval.person"), Value: string(t.Person.DisplayName)},
		{Name: p.Text("approval.period"), Value: s.forms.Period(sub.PeriodStart, sub.PeriodEnd)},
		{Name: p.Text("timesheet.submitted"), Value: s.forms.Moment(sub.SubmittedAt)},
	}
	if sub.Note != "" {
		s.Facts = append(s.Facts, fact{Name: p.Text("timesheet.note"), Value: domain.VisibleText(string(sub.Note))})
	}
	s.addRows(t)
	return s
}

// tones are the CSS classes of the states.
var tones = map[timesheets.SubmissionStatus]string{timesheets.Approved: "signed", timesheets.Rejected: "declined",
	timesheets.PartiallyRejected: "declined"}

// addRows adds the lines that the page shows, with their sum and the hours of each day.
func (s *timesheetView) addRows(t mailedTimesheet) {
	var seconds int64
	var entries []timelog.Entry
	totals := t.Submission.TotalsByLine()
	for _, l := range t.lines() {
		total := totals[l.Number]
		seconds, entries = seconds+total.Seconds, append(entries, t.entries[l.Number]...)
		s.Rows = append(s.Rows, s.newRow(t, l, total))
	}
	s.Total = s.forms.Clock(seconds)
	s.Sums = []fact{{Name: s.Text("approval.total_hours"), Value: s.forms.Duration(seconds)}}
	if len(entries) > 0 {
		s.Bars = barsOf(s.forms, t.Submission.HoursOfDays(entries, seconds, t.Workspace.Timezone.Location()))
	}
}

func (s *timesheetView) newRow(t mailedTimesheet, l timesheets.LineState, total timesheets.Line) timesheetRow {
	row := timesheetRow{Number: l.Number, Project: string(t.Projects[total.ProjectID].Name),
		Task: string(t.Tasks[total.TaskID].Name), Hours: s.forms.Clock(total.Seconds),
		Status: s.Text("timesheet.line_" + string(l.Status))}
	if row.Project == "" {
		row.Project = s.Text("approval.no_project")
	}
	if !total.IsBillable {
		row.Task = joinNames(row.Task, s.Text("approval.not_billable"))
	}
	if client := t.Submission.ClientNameOf(l.Number); client != nil && len(t.Submission.Clients) > 1 {
		row.Task = joinNames(string(*client), row.Task)
	}
	if e := t.Submission.Events[l.DecisionVersion]; l.Status == timesheets.LineRejected && e.Reason != nil {
		row.Reason = domain.VisibleText(string(*e.Reason))
	}
	return row
}

func joinNames(first, second string) string {
	if first == "" {
		return second
	}
	if second == "" {
		return first
	}
	return first + " · " + second
}

// addForm adds the form of the decision.
func (s *timesheetView) addForm(t mailedTimesheet, basePath, token string) {
	s.Heading = s.Text("timesheet.decide_heading")
	s.Notes = s.Lines("timesheet.decide_intro", "person", string(t.Person.DisplayName))
	s.Action, s.Token, s.Choices = basePath+timesheetPath, token, slices.Clone(s.Rows)
	for i := range s.Choices {
		s.Choices[i].Chosen = len(s.Choices) == 1
	}
}

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (s timesheetView) toPage(about error) page.Page {
	return renderView(timesheetTemplate(), s, s.Wrong, page.Page{Title: s.Heading, Language: s.Language,
		FromBrowser: s.FromBrowser, Form: s.Action != "", Problem: problem.From(about)})
}
