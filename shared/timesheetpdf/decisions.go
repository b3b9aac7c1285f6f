package timesheetpdf

import (
	"strings"
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
	for _, x := range d.Decisions {
		t.row(p.texts.Text("line."+string(x.Status)), p.lineNumbers(x.Lines), x.By, p.format.Moment(x.At), shorten(x.Reason))
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

// printSignatures prints what clients decided, or what there is to sign.
func (p *printer) printSignatures(d Document) {
	for _, by := range d.Signatures {
		p.heading(p.texts.Text("signature."+string(by.Decision)), 40)
		p.printAttestation(by.Attestation)
		if by.English != "" {
			p.printText(p.texts.Text("signature.english"))
			p.printAttestation(by.English)
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
	if d.Unsigned != nil {
		p.heading(p.texts.Text("signature.open"), 40)
		p.printText(p.texts.Text("signature.open_note"))
		p.y += 1
		p.printAttestation(d.Unsigned.Attestation)
		p.printDigest(d.Unsigned.SHA256)
	}
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

func (p *printer) printAttestation(text string) {
	if text != "" {
		p.printText("“" + text + "”")
		p.y += 1.5
	}
}

func (p *printer) printDigest(sha256 string) {
	p.printFact("signature.digest", sha256)
	p.font(regular, sizeSmall)
	p.printText(p.texts.Text("signature.digest_note"))
	p.font(regular, sizeText)
}
