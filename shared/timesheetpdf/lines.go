package timesheetpdf

import "slices"

// Widths of columns, in millimetres.
const (
	numberWidth   = 9.0
	billableWidth = 19.0
	hoursWidth    = 18.0
	amountWidth   = 31.0
	statusWidth   = 22.0
)

// printLines prints the lines with their totals.
func (p *printer) printLines(d Document) {
	p.heading(p.texts.Text("lines.heading"), 18)
	columns := []column{
		{title: p.texts.Text("lines.number"), width: numberWidth}, {title: p.texts.Text("lines.project")}, {title: p.texts.Text("lines.task")},
		{title: p.texts.Text("lines.billable"), width: billableWidth},
	}
	if d.showsStatuses() {
		columns = append(columns, column{title: p.texts.Text("lines.status"), width: statusWidth})
	}
	columns = append(columns, column{title: p.texts.Text("lines.hours"), width: hoursWidth, right: true})
	if d.showsAmounts() {
		columns = append(columns, column{title: p.texts.Text("lines.amount"), width: amountWidth, right: true})
	}
	t := p.newTable(columns)
	for i, l := range d.Lines {
		t.row(p.lineCells(d, i, l)...)
	}
	p.printTotals(d, t)
	if d.hasSeconds() {
		p.y += 1
		p.font(regular, sizeSmall)
		p.printText(p.texts.Text("lines.rounded"))
	}
}

func (p *printer) lineCells(d Document, i int, l Line) []string {
	cells := []string{p.format.Number(int64(i + 1)), p.project(l), l.Task, p.texts.Text("lines.no")}
	if l.Billable {
		cells[3] = p.texts.Text("lines.yes")
	}
	if d.showsStatuses() {
		cells = append(cells, p.texts.Text("line."+string(l.Status)))
	}
	cells = append(cells, p.format.Clock(l.Seconds))
	if d.showsAmounts() {
		cells = append(cells, p.money(l.Amount, l.Currency))
	}
	return cells
}

// project is the name of a line's project, or says that there is none or that the reader may
// not see it.
func (p *printer) project(l Line) string {
	switch {
	case l.Unseen:
		return p.texts.Text("lines.unseen")
	case l.Project == "":
		return p.texts.Text("lines.no_project")
	}
	return l.Project
}

// printTotals prints the sum of the lines, with one amount for each currency.
func (p *printer) printTotals(d Document, t *table) {
	cells := make([]string, len(t.columns))
	hours := slices.IndexFunc(t.columns, func(c column) bool { return c.right })
	cells[1], cells[hours] = p.texts.Text("lines.total"), p.format.Clock(d.Seconds)
	if hours+1 < len(cells) {
		for i, total := range d.Totals {
			if i > 0 {
				cells[hours+1] += "\n"
			}
			cells[hours+1] += p.format.Money(total.Amount, total.Currency)
		}
	}
	t.totalRow(cells...)
}

func (d Document) showsAmounts() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Amount != nil })
}

func (d Document) showsStatuses() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Status != "" })
}

// hasSeconds reports whether a time is not whole minutes, so that the times that are shown
// may add up to a minute more or less.
func (d Document) hasSeconds() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool {
		return l.Seconds%60 != 0 || slices.ContainsFunc(l.Entries, func(e Entry) bool { return e.Seconds%60 != 0 })
	})
}
