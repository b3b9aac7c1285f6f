package timesheetpdf

import (
	"maps"
	"slices"

	"stint/shared/domain"
)

// lineWidth is the width of the column with the project and the task of an entry.
const lineWidth = 52.0

// printDays prints the entries by day, or says why they are left out.
func (p *printer) printDays(d Document) {
	days := d.days()
	if d.EntryView == EntriesHidden || d.EntryView == EntriesShown && len(days) == 0 && !d.EntriesUnread {
		return
	}
	p.heading(p.texts.Text("days.heading"), 18)
	switch d.EntryView {
	case EntriesTooMany:
		p.printText(p.texts.Text("days.too_many"))
		p.printBars(d.hours)
		return
	case EntriesPartly:
		p.printText(p.texts.Text("days.partly"))
		p.y += 1.5
	}
	if d.EntriesUnread {
		p.printText(p.texts.Text("days.unread"))
		p.y += 1.5
	}
	p.printBars(d.hours)
	if len(days) > 0 {
		p.printDayTable(d, days)
	}
}

func (p *printer) printDayTable(d Document, days []day) {
	columns := []column{
		{title: p.texts.Text("days.line"), width: lineWidth}, {title: p.texts.Text("days.description")},
		{title: p.texts.Text("lines.hours"), width: hoursWidth, right: true},
	}
	if d.showsAmounts() {
		columns = append(columns, column{title: p.texts.Text("lines.amount"), width: amountWidth, right: true})
	}
	t := p.newTable(columns)
	for i, day := range days {
		t.startGroup(p.format.FullDate(day.date), p.format.Clock(day.seconds))
		for n, e := range day.entries {
			cells := []string{p.lineName(e.line), shorten(e.Description), p.format.Clock(e.Seconds),
				p.money(e.Amount, e.line.Currency)}[:len(columns)]
			if i == len(days)-1 && n == len(day.entries)-1 {
				t.lastRow(0, cells...)
				break
			}
			t.row(cells...)
		}
	}
}

// lineName names the project and the task of a line.
func (p *printer) lineName(l *Line) string {
	if l.Task == "" {
		return p.project(*l)
	}
	return p.project(*l) + " / " + l.Task
}

// day is the entries of one day, in the order of the lines.
type day struct {
	date    domain.Date
	seconds int64
	entries []dayEntry
}

type dayEntry struct {
	Entry
	line *Line
}

// days are the days with entries, in order.
func (d Document) days() []day {
	byDate := map[domain.Date]*day{}
	for i := range d.Lines {
		for _, e := range d.Lines[i].Entries {
			of := byDate[e.Day]
			if of == nil {
				of = &day{date: e.Day}
				byDate[e.Day] = of
			}
			of.seconds += e.Seconds
			of.entries = append(of.entries, dayEntry{Entry: e, line: &d.Lines[i]})
		}
	}
	var days []day
	for _, date := range slices.Sorted(maps.Keys(byDate)) {
		days = append(days, *byDate[date])
	}
	return days
}
