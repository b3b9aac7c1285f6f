package timesheetpdf

import (
	"strings"

	"stint/shared/domain"
	"stint/shared/locale"
)

// printDecisions prints who decided on which lines.
func (p *printer) printDecisions(d Document) {
	if len(d.Decisions) == 0 {
		return
	}
	p.heading(p.texts.Text("decisions.heading"), 18)
	t := p.newTable([]column{
		{title: p.texts.Text("decisions.decision"), width: statusWidth}, {title: p.texts.Text("decisions.lines"), width: 24},
		{title: p.texts.Text("decisions.by")}, {title: p.texts.Text("decisions.at"), width: 46},
		{title: p.texts.Text("decisions.reason")},
	})
	for i, x := range d.Decisions {
		cells := []string{p.texts.Text("line." + string(x.Status)), p.lineNumbers(x.Lines), x.By, p.format.Moment(x.At),
			shorten(x.Reason)}
		if i == len(d.Decisions)-1 {
			t.lastRow(0, cells...)
			break
		}
		t.row(cells...)
	}
}

// lineNumbers lists lines by their numbers: 1–3, 5.
func (p *printer) lineNumbers(indexes []int) string {
	var ranges []string
	for i := 0; i < len(indexes); {
		end := i
		for end+1 < len(indexes) && indexes[end+1] == indexes[end]+1 {
			end++
		}
		text := p.format.Number(int64(indexes[i] + 1))
		if end > i {
			text += "–" + p.format.Number(int64(indexes[end]+1))
		}
		ranges = append(ranges, text)
		i = end + 1
	}
	return strings.Join(ranges, ", ")
}

// signatureBlocks print what clients decided, or what there is to sign: each is a block that stays together.
func (p *printer) signatureBlocks(d Document) (blocks []func()) {
	for _, by := range d.Signatures {
		blocks = append(blocks, func() { p.printSignature(by) })
	}
	if d.Unsigned != nil {
		blocks = append(blocks, func() { p.printUnsigned(*d.Unsigned) })
	}
	return blocks
}

// together is the height of a block, if it is kept together: one that fills a page is divided.
func (p *printer) together(block func()) float64 {
	if height := p.heightOf(block); height <= p.mostTogether() {
		return height
	}
	return 0
}

// printSignatures prints the blocks. The first one is on the page with the end of the table above it.
func (p *printer) printSignatures(d Document) {
	for _, block := range p.signatureBlocks(d) {
		p.room(p.together(block))
		block()
	}
}

func (p *printer) printSignature(by Signature) {
	p.heading(p.texts.Text("signature."+string(by.Decision)), 28)
	p.printAttestation(by.Attestation, by.Language)
	if by.English != "" {
		p.printText(p.texts.Text("signature.english"))
		p.printAttestation(by.English, string(locale.English))
	}
	p.printFact("signature.name", by.Name)
	p.printFact("signature.email", by.Email)
	p.printFact("signature.client", by.Client)
	if by.Seconds != nil {
		p.printFact("signature.time", p.format.Clock(*by.Seconds))
	}
	if by.Amount != nil {
		p.printFact("signature.amount", p.format.Money(*by.Amount, by.Currency))
	}
	p.printFact("signature.at", p.format.Moment(by.At))
	p.printFact("signature.reason", shorten(by.Reason))
	p.printPart(by)
	if by.IsReplaced {
		p.printText(p.texts.Text("signature.replaced"))
	}
	p.printDigest(by.SHA256)
}

func (p *printer) printUnsigned(u Unsigned) {
	p.heading(p.texts.Text("signature.open"), 28)
	p.printText(p.texts.Text("signature.open_note"))
	p.y += 1
	p.printAttestation(u.Attestation, "")
	p.printDigest(u.SHA256)
}

// printPart says which lines a decision is about, if it may not be all of them.
func (p *printer) printPart(by Signature) {
	switch {
	case by.IsPart && by.Client != "":
		p.printText(p.texts.Text("signature.part_of", "client", by.Client))
	case by.IsPart:
		p.printText(p.texts.Text("signature.part"))
	}
}

// printAttestation prints a declaration as it is quoted in its language; "" is that of the document.
func (p *printer) printAttestation(text, language string) {
	if text == "" {
		return
	}
	quoted, attributes := p.texts.Text("signature.quoted", "text", text), ""
	if language != "" && language != string(p.format.Language()) {
		quoted = texts.In(locale.Choose(domain.Language(language))).Text("signature.quoted", "text", text)
		attributes = "/Lang(" + safeName(language) + ")"
	}
	p.printParagraph(quoted, attributes)
	p.y += 1.5
}

func (p *printer) printDigest(sha256 string) {
	p.printFact("signature.digest", sha256)
	p.font(regular, sizeSmall)
	p.printText(p.texts.Text("signature.digest_note"))
	p.font(regular, sizeText)
}
