package timesheetpdf

import (
	"slices"
	"strings"
)

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
	shown := p.lineColumns(d)
	columns := make([]column, len(shown))
	for i, c := range shown {
		columns[i] = c.column
	}
	t := p.newTable(columns)
	total := p.totalCells(d, t)
	last, below := len(d.Lines)-1, t.heightOfRow(total)
	if d.hasSeconds() {
		below += 1 + 2*lineHeight
	}
	for i, l := range d.Lines {
		if i == last {
			t.lastRow(below, lineCells(shown, i, l)...)
			break
		}
		t.row(lineCells(shown, i, l)...)
	}
	t.totalRow(total...)
	if d.hasSeconds() {
		p.y += 1
		p.font(regular, sizeSmall)
		p.printText(p.texts.Text("lines.rounded"))
	}
}

// lineColumn is a column with what it says of each line.
type lineColumn struct {
	column
	cell func(i int, l Line) string
}

// lineColumns are the columns that say something.
func (p *printer) lineColumns(d Document) []lineColumn {
	all := []struct {
		shown bool
		lineColumn
	}{
		{true, lineColumn{column{title: p.texts.Text("lines.number"), width: numberWidth},
			func(i int, _ Line) string { return p.format.Number(int64(i + 1)) }}},
		{true, lineColumn{column{title: p.texts.Text("lines.project")}, func(_ int, l Line) string { return p.project(l) }}},
		{d.showsClients(), lineColumn{column{title: p.texts.Text("lines.client")},
			func(_ int, l Line) string { return l.Client }}},
		{d.showsTasks(), lineColumn{column{title: p.texts.Text("lines.task")}, func(_ int, l Line) string { return l.Task }}},
		{true, lineColumn{column{title: p.texts.Text("lines.billable"), width: billableWidth},
			func(_ int, l Line) string { return p.yesOrNo(l.Billable) }}},
		{d.showsStatuses(), lineColumn{column{title: p.texts.Text("lines.status"), width: statusWidth},
			func(_ int, l Line) string { return p.texts.Text("line." + string(l.Status)) }}},
		{true, lineColumn{column{title: p.texts.Text("lines.hours"), width: hoursWidth, right: true},
			func(_ int, l Line) string { return p.format.Clock(l.Seconds) }}},
		{d.showsAmounts(), lineColumn{column{title: p.texts.Text("lines.amount"), width: amountWidth, right: true},
			func(_ int, l Line) string { return p.money(l.Amount, l.Currency) }}},
	}
	var columns []lineColumn
	for _, c := range all {
		if c.shown {
			columns = append(columns, c.lineColumn)
		}
	}
	return columns
}

func lineCells(columns []lineColumn, i int, l Line) (cells []string) {
	for _, c := range columns {
		cells = append(cells, c.cell(i, l))
	}
	return cells
}

func (p *printer) yesOrNo(is bool) string {
	if is {
		return p.texts.Text("lines.yes")
	}
	return p.texts.Text("lines.no")
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

// totalCells are the sum of the lines, with one amount for each currency.
func (p *printer) totalCells(d Document, t *table) []string {
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
	return cells
}

// showsClients reports whether the lines do not all belong to the same client.
func (d Document) showsClients() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Client != d.Lines[0].Client })
}

func (d Document) showsTasks() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Task != "" })
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

// wrap divides a text into lines of at most that width, in the current font. Line breaks
// of the text stay, and one of several blank lines; a word that is too long is broken. Empty
// text is one empty line.
func (p *printer) wrap(text string, width float64) []string {
	var lines []string
	for _, paragraph := range paragraphs(text) {
		lines = append(lines, p.wrapParagraph(p.clean(paragraph), width)...)
	}
	return lines
}

// paragraphs divides a text at its line breaks, with one of several blank lines.
func paragraphs(text string) (all []string) {
	blank := false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		was := blank
		if blank = strings.TrimSpace(line) == ""; !blank || !was {
			all = append(all, line)
		}
	}
	return all
}

// maxParagraphs is the most paragraphs of a text of which a document can have many.
const maxParagraphs = 100

// shorten is the text with at most maxParagraphs paragraphs. In place of the others it has "…".
func shorten(text string) string {
	all := paragraphs(text)
	if len(all) > maxParagraphs {
		all = append(all[:maxParagraphs], "…")
	}
	return strings.Join(all, "\n")
}

func (p *printer) wrapParagraph(text string, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if word == "" {
			continue
		}
		if together := line + " " + word; line != "" && p.pdf.GetStringWidth(together) <= width {
			line = together
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; ; {
			fits := p.fittingPrefix(line, width)
			if fits == len(line) {
				break
			}
			lines, line = append(lines, line[:fits]), line[fits:]
		}
	}
	return append(lines, line)
}

// fittingPrefix is the length in bytes of the longest prefix that fits, of at least one
// character.
func (p *printer) fittingPrefix(word string, width float64) (bytes int) {
	used := 0.0
	for i, r := range word {
		used += p.pdf.GetStringWidth(string(r))
		if i > 0 && used > width {
			return i
		}
	}
	return len(word)
}
