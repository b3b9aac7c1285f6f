package timesheetpdf

import (
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// Measures of the bars of days, in millimetres.
const (
	barLabel  = 34.0 // width of the day before its bar
	barHeight = 2.6
)

// hoursOfDays are the days of the period with the time of the entries that the document shows; none without entries.
func (d Document) hoursOfDays() []timesheets.DayHours {
	if !d.hasEntries() {
		return nil
	}
	sums := map[domain.Date]int64{}
	for _, l := range d.Lines {
		for _, e := range l.Entries {
			sums[e.Day] += e.Seconds
		}
	}
	return timesheets.DaysOf(d.PeriodStart, d.PeriodEnd, sums)
}

// printBars prints the hours of each day as bars. A single one would say nothing.
func (p *printer) printBars(days []timesheets.DayHours) {
	bars := timesheets.BarsOf(days)
	if len(bars) < 2 {
		return
	}
	p.as(kindTable, func() {
		for _, d := range bars {
			p.as(kindRow, func() { p.printBar(d) })
		}
	})
	p.y += 2.5
}

// printBar prints a day with its bar and its hours.
func (p *printer) printBar(d timesheets.DayBar) {
	longest := p.width() - barLabel - hoursWidth - cellGap
	p.room(lineHeight)
	row := p.structure.current
	p.in(row.add(kindHeader, ofRow), func() {
		p.textAt(p.left(), p.y, p.clean(p.format.Weekday(d.Day)+" "+p.format.ShortDate(d.Day)))
	})
	p.bar(p.left()+barLabel, p.y+(lineHeight-barHeight)/2, longest*float64(d.Percent)/100)
	p.in(row.add(kindCell, ""), func() { p.textRight(p.right(), p.y, p.format.Clock(d.Seconds)) })
	p.y += lineHeight
}

// bar draws a bar in grey, which any printer prints.
func (p *printer) bar(x, y, width float64) {
	if width > 0 {
		p.pdf.SetFillColor(110, 110, 110)
		artifact(p.pdf, func() { p.pdf.Rect(x, y, width, barHeight, "F") })
	}
}
