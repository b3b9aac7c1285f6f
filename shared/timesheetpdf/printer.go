package timesheetpdf

import (
	"bytes"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"stint/shared/locale"
)

// Measures in millimetres, and sizes of fonts in points.
const (
	margin     = 18.0
	footerRoom = 10.0 // above the lower margin
	lineHeight = 4.3

	sizeTitle   = 19.0
	sizeHeading = 11.0
	sizeText    = 9.0
	sizeSmall   = 8.0

	family = "DejaVu"
)

// printer writes pages from top to bottom.
type printer struct {
	pdf    *fpdf.Fpdf
	texts  locale.Texts
	format locale.Formatter
	y      float64 // the upper edge of what comes next
	style  string  // of the current font
	buffer sfnt.Buffer

	structure *structure // what the text is
	measures  bool       // whether nothing is printed, to find out how high it would be
	tail      float64    // the height of what stays with the end of the table that is printed, in millimetres
}

func newPrinter(f locale.Formatter, size Paper) *printer {
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: size.millimetres()})
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetLang(string(f.Language()))
	for _, style := range []string{regular, bold} {
		pdf.AddUTF8FontFromBytes(family, style, *fonts[style].ttf)
	}
	p := &printer{pdf: pdf, texts: texts.In(f.Language()), format: f, structure: newStructure()}
	p.newPage()
	return p
}

func (p *printer) newPage() {
	p.pdf.AddPage()
	p.y = margin
}

// left and right are the edges of what is printed.
func (p *printer) left() float64 { return margin }

func (p *printer) right() float64 {
	width, _ := p.pdf.GetPageSize()
	return width - margin
}

func (p *printer) width() float64 { return p.right() - p.left() }

// bottom is the lower edge of what is printed above the page's number.
func (p *printer) bottom() float64 {
	_, height := p.pdf.GetPageSize()
	return height - margin - footerRoom
}

// room makes sure that so much fits on the page, or begins a new one.
func (p *printer) room(height float64) {
	if !p.measures && p.y+height > p.bottom() {
		p.newPage()
	}
}

// heightOf is the height of what a function prints, in millimetres.
func (p *printer) heightOf(print func()) float64 {
	at, style := p.y, p.style
	p.measures = true
	print()
	height := p.y - at
	p.y, p.measures = at, false
	p.font(style, sizeText)
	return height
}

// mostTogether is the height of what at most is kept together: a page, with room for a table above it.
func (p *printer) mostTogether() float64 { return p.bottom() - margin - 70 }

func (p *printer) font(style string, size float64) {
	p.style = style
	p.pdf.SetFont(family, style, size)
}

// textAt prints one clean line with its upper edge at y.
func (p *printer) textAt(x, y float64, line string) {
	if line == "" || p.measures {
		return
	}
	printed, spoken := inVisualOrder(line), ""
	if printed != line {
		spoken = line
	}
	p.marked(spoken, func() { p.pdf.Text(x, y+lineHeight*0.74, printed) })
}

// textRight prints one clean line that ends at x.
func (p *printer) textRight(x, y float64, line string) {
	p.textAt(x-p.pdf.GetStringWidth(line), y, line)
}

// printText prints a text over the whole width, in the current font.
func (p *printer) printText(text string) { p.printParagraph(text, "") }

// printParagraph prints a text whose element has attributes.
func (p *printer) printParagraph(text, attributes string) {
	p.asWith(kindText, attributes, func() {
		for _, line := range p.wrap(text, p.width()) {
			p.room(lineHeight)
			p.textAt(p.left(), p.y, line)
			p.y += lineHeight
		}
	})
}

// heading prints the heading of a section, and keeps it with what comes next: so many
// millimetres.
func (p *printer) heading(text string, next float64) {
	p.room(next + 12)
	p.y += 6
	p.font(bold, sizeHeading)
	p.as(kindHeading, func() { p.textAt(p.left(), p.y, p.clean(text)) })
	p.y += lineHeight + 1.5
	p.font(regular, sizeText)
}

func (p *printer) rule(y, width float64) {
	if p.measures {
		return
	}
	p.pdf.SetLineWidth(width)
	p.pdf.SetDrawColor(0, 0, 0)
	if width < 0.2 {
		p.pdf.SetDrawColor(150, 150, 150)
	}
	artifact(p.pdf, func() { p.pdf.Line(p.left(), y, p.right(), y) })
}

// bytes numbers the pages and ends the document. left is printed beside the numbers.
func (p *printer) bytes(left string) ([]byte, error) {
	p.in(nil, func() { p.printFooters(left) })
	var out bytes.Buffer
	if err := p.pdf.Output(&out); err != nil {
		return nil, err
	}
	return tagged(out.Bytes(), p.structure)
}

func (p *printer) printFooters(left string) {
	pages := p.pdf.PageCount()
	for n := 1; n <= pages; n++ {
		p.pdf.SetPage(n)
		p.font(bold, sizeSmall) // a change of the font is written to the page
		p.font(regular, sizeSmall)
		y := p.bottom() + footerRoom - lineHeight
		p.rule(y-1, 0.1)
		number := p.texts.Text("document.page", "number", p.format.Number(int64(n)), "of", p.format.Number(int64(pages)))
		p.textRight(p.right(), y, number)
		if lines := p.wrap(left, p.width()-p.pdf.GetStringWidth(number)-5); len(lines) > 0 {
			p.textAt(p.left(), y, lines[0])
		}
	}
}
