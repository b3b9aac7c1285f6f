package pages

import (
	"cmp"
	"html/template"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/signing"
)

// maxUnfolded is how many entries the page shows without a click. The days of a longer
// timesheet are closed; they print all the same.
const maxUnfolded = 60

// approvalLine is a line of the timesheet.
type approvalLine struct {
	Project, Task template.HTML
	Hours, Amount string
}

// approvalDay is a day with its entries. Its sums are those of the entries.
type approvalDay struct {
	Day, Hours string
	Amounts    []string // by currency
	Entries    []approvalEntry
}

type approvalEntry struct {
	Description   string
	Line          string // project and task
	Hours, Amount string
}

func (s *approvalView) addLines(c signing.Content) {
	for _, l := range c.Lines {
		project, task := s.namesOf(l)
		line := approvalLine{Project: page.Breakable(project), Task: page.Breakable(task), Hours: s.forms.Clock(l.Seconds)}
		if l.Amount != nil {
			line.Amount, s.WithAmounts = s.forms.Money(*l.Amount, *l.Currency), true
		}
		s.Lines = append(s.Lines, line)
	}
	s.TotalHours = s.forms.Clock(c.TotalSeconds)
	for _, t := range c.Totals {
		s.TotalAmounts = append(s.TotalAmounts, s.forms.Money(t.Amount, t.Currency))
	}
}

// namesOf are the project of a line, and its task with a note if the line is not billable.
func (s *approvalView) namesOf(l signing.Line) (project, task string) {
	project = s.Text("approval.no_project")
	if l.ProjectName != nil {
		project = string(*l.ProjectName)
	}
	if l.TaskName != nil {
		task = string(*l.TaskName)
	}
	switch note := s.Text("approval.not_billable"); {
	case l.IsBillable:
		return project, task
	case task == "":
		return project, note
	default:
		return project, task + " · " + note
	}
}

// day is the sum of a day's entries before it is formatted.
type day struct {
	seconds int64
	amounts map[domain.Currency]int64
	entries []approvalEntry
}

// addDays groups the entries of all lines by their days. A day has them in the order of the
// lines, and of their starts in each line.
func (s *approvalView) addDays(c signing.Content) {
	days, n := map[domain.Date]*day{}, 0
	for _, l := range c.Lines {
		project, task := s.namesOf(l)
		for _, e := range l.Entries {
			if days[e.Day] == nil {
				days[e.Day] = &day{amounts: map[domain.Currency]int64{}}
			}
			days[e.Day].add(s.toEntry(e, l, project, task), e, l)
			n++
		}
	}
	s.Unfolded = n <= maxUnfolded
	for _, date := range sortedKeys(days) {
		d := days[date]
		shown := approvalDay{Day: s.forms.FullDate(date), Hours: s.forms.Clock(d.seconds), Entries: d.entries}
		for _, currency := range sortedKeys(d.amounts) {
			shown.Amounts = append(shown.Amounts, s.forms.Money(d.amounts[currency], currency))
		}
		s.Days = append(s.Days, shown)
	}
}

func (s *approvalView) toEntry(e signing.LineEntry, l signing.Line, project, task string) approvalEntry {
	shown := approvalEntry{Description: domain.VisibleText(string(e.Description)), Line: project,
		Hours: s.forms.Clock(e.Seconds)}
	if shown.Description == "" {
		shown.Description = s.Text("approval.no_description")
	}
	if task != "" {
		shown.Line += " · " + task
	}
	if e.Amount != nil {
		shown.Amount = s.forms.Money(*e.Amount, *l.Currency)
	}
	return shown
}

func (d *day) add(shown approvalEntry, e signing.LineEntry, l signing.Line) {
	d.seconds += e.Seconds
	d.entries = append(d.entries, shown)
	if e.Amount != nil {
		d.amounts[*l.Currency] += *e.Amount
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
