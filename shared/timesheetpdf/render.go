package timesheetpdf

import (
	"embed"
	"strings"

	"stint/shared/domain"
	"stint/shared/locale"
)

//go:embed texts
var textFiles embed.FS

var texts = locale.NewCatalogue(textFiles)

// PDF writes the document in the formatter's language and zone. It is written without its
// entries if they are too many, or if the file with them does not fit; EntryView then is
// EntriesTooMany. Errors: none that a document can cause.
func (d Document) PDF(f locale.Formatter, size Paper, fits func(file []byte) bool) ([]byte, error) {
	d.hours = d.hoursOfDays()
	if d.hasTooManyEntries() {
		d = d.withoutEntries()
	}
	file, err := d.write(f, size)
	if err == nil && d.hasEntries() && !fits(file) {
		return d.withoutEntries().write(f, size)
	}
	return file, err
}

func (d Document) write(f locale.Formatter, size Paper) ([]byte, error) {
	p := newPrinter(f, size)
	p.setProperties(d)
	p.printHead(d)
	p.printTables(d)
	p.printSignatures(d)
	return p.bytes(d.Workspace + " · " + p.title(d))
}

// printTables prints the tables, of which the last one keeps its end on the page of the first signature.
func (p *printer) printTables(d Document) {
	tables := []func(Document){p.printLines}
	if d.EntryView != EntriesHidden {
		tables = append(tables, p.printDays)
	}
	if len(d.Decisions) > 0 {
		tables = append(tables, p.printDecisions)
	}
	for i, print := range tables {
		if blocks := p.signatureBlocks(d); i == len(tables)-1 && len(blocks) > 0 {
			p.font(regular, sizeText)
			p.tail = p.together(blocks[0])
		}
		print(d)
	}
	p.tail = 0
}

// title names the document: Timesheet, the person and the period.
func (p *printer) title(d Document) string {
	return p.texts.Text("document.title") + " " + d.Person + ", " + p.format.Period(d.PeriodStart, d.PeriodEnd)
}

// setProperties describes the document to programs. Its dates are those of the state that
// it shows, so that the same state is the same bytes.
func (p *printer) setProperties(d Document) {
	p.font(regular, sizeText)
	p.pdf.SetTitle(p.clean(p.title(d)), true)
	p.pdf.SetXmpMetadata(metadata(p.clean(p.title(d)), string(p.format.Language())))
	p.pdf.SetAuthor(p.clean(d.Workspace), true)
	p.pdf.SetCreator("Stint", false)
	p.pdf.SetProducer("Stint", false)
	p.pdf.SetCreationDate(d.ChangedAt.UTC())
	p.pdf.SetModificationDate(d.ChangedAt.UTC())
}

// printHead prints what the timesheet is and its facts.
func (p *printer) printHead(d Document) {
	p.printLogo(d.Logo)
	p.font(bold, sizeText)
	p.as(kindText, func() {
		for _, line := range p.wrap(d.Workspace, p.width()-d.logoRoom()) {
			p.textAt(p.left(), p.y, line)
			p.y += lineHeight
		}
	})
	p.y += 4
	p.font(bold, sizeTitle)
	p.as(kindTitle, func() { p.textAt(p.left(), p.y, p.clean(p.texts.Text("document.title"))) })
	p.y += 8.5
	p.font(regular, sizeHeading)
	p.printText(p.format.Period(d.PeriodStart, d.PeriodEnd))
	p.y += 2.5
	p.rule(p.y, 0.5)
	p.y += 2.5
	p.printFact("document.person", d.Person)
	p.printFact("document.client", d.Client)
	if d.Status != "" {
		p.printFact("document.status", p.texts.Text("status."+string(d.Status)))
	}
	if d.SubmittedAt != nil {
		p.printFact("document.submitted", p.format.Moment(*d.SubmittedAt))
	}
	p.printFact("document.hours", p.format.Duration(d.Seconds))
	p.printFact("document.amount", p.sums(d))
	p.printFact("document.note", d.Note)
}

// factLabel is the width of the labels of facts, in millimetres.
const factLabel = 36.0

// printFact prints a label and its value; nothing for an empty value.
func (p *printer) printFact(key, value string) {
	if strings.TrimSpace(value) == "" {
		return
	}
	p.as(kindText, func() { p.printLabelled(p.texts.Text(key), value) })
	p.y += 0.6
}

func (p *printer) printLabelled(label, value string) {
	p.font(regular, sizeText)
	for i, line := range p.wrap(value, p.width()-factLabel) {
		p.room(lineHeight)
		if i == 0 {
			p.font(bold, sizeText)
			p.textAt(p.left(), p.y, p.clean(label))
			p.font(regular, sizeText)
		}
		p.textAt(p.left()+factLabel, p.y, line)
		p.y += lineHeight
	}
}

// sums are the totals of the amounts, in one line.
func (p *printer) sums(d Document) string {
	sums := make([]string, len(d.Totals))
	for i, t := range d.Totals {
		sums[i] = p.format.Money(t.Amount, t.Currency)
	}
	return strings.Join(sums, " + ")
}

// money is an amount; "" for none.
func (p *printer) money(amount *int64, c domain.Currency) string {
	if amount == nil {
		return ""
	}
	return p.format.Money(*amount, c)
}
