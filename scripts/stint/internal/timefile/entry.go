package timefile

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// reading makes rows of the records of a table.
type reading struct {
	layout
	heads
	order order
	zone  *time.Location
}

// draft is a row, and the start as it is in its key.
type draft struct {
	Row
	start string
}

// cell is the text of a field, "" without such a column.
func (h heads) cell(r record, f field) string {
	if i := h.at[f]; i >= 0 && i < len(r.cells) {
		return strings.TrimSpace(r.cells[i])
	}
	return ""
}

// row makes a row. Errors: Refused.
func (r reading) row(rec record) (draft, error) {
	d := draft{Row: Row{Line: rec.line, Key: r.cell(rec, fieldID)}}
	if len(rec.cells) != r.cells {
		return d, d.refuse("has %d cells, and the header has %d", len(rec.cells), r.cells)
	}
	r.readWhat(&d, rec)
	if why, ok := r.leaveOut[strings.ToLower(r.cell(rec, fieldKind))]; ok {
		return d, d.refuse("%s", why)
	}
	if err := r.readTime(&d, rec); err != nil {
		return d, err
	}
	return d, r.readMoney(&d, rec)
}

func (d draft) refuse(format string, args ...any) error {
	return Refused{Line: d.Line, Reason: fmt.Sprintf(format, args...)}
}

// readWhat reads who did what.
func (r reading) readWhat(d *draft, rec record) {
	text := func(f field) string { return r.cleaned(r.cell(rec, f)) }
	d.Person = Person{Name: text(fieldPerson), Email: text(fieldEmail)}
	if full := strings.TrimSpace(text(fieldFirstName) + " " + text(fieldLastName)); full != "" {
		d.Person.Name = full
	}
	d.Client, d.Project, d.Task, d.Description = text(fieldClient), text(fieldProject), text(fieldTask), text(fieldDescription)
	separator := r.separator
	if separator == "" {
		separator = ", "
	}
	if r.exact {
		d.Description = r.cleaned(r.whole(rec, fieldDescription))
	}
	for tag := range strings.SplitSeq(r.cell(rec, fieldTags), separator) {
		if tag = strings.TrimSpace(r.cleaned(tag)); tag != "" {
			d.Tags = append(d.Tags, tag)
		}
	}
}

// billableWords are the words of services for billable and other time.
var billableWords = map[string]bool{
	"yes": true, "true": true, "1": true, "y": true, "billable": true, "ja": true, "oui": true, "sí": true, "si": true, "sim": true, "tak": true,
	"no": false, "false": false, "0": false, "n": false, "non-billable": false, "not billable": false, "nein": false, "non": false, "não": false, "nie": false, "nee": false, "nej": false,
}

// readMoney reads what the time costs.
func (r reading) readMoney(d *draft, rec record) error {
	word := strings.ToLower(r.cell(rec, fieldBillable))
	billable, isKnown := billableWords[word]
	switch {
	case isKnown:
		d.Billable = &billable
	case word == "" && r.emptyIsNo && r.at[fieldBillable] >= 0:
		d.Billable = new(false)
	case word != "":
		return d.refuse("%q does not say whether the time is billable", word)
	}
	d.Currency = r.currency
	if c := parseCurrency(r.cell(rec, fieldCurrency)); c != "" {
		d.Currency = c
	} else if c := currencyOf(cmp.Or(r.cell(rec, fieldRate), r.cell(rec, fieldAmount))); c != "" && d.Currency == "" {
		d.Currency = c
	}
	return r.readRate(d, rec)
}
