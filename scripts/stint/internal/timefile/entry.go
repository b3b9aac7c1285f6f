package timefile

import (
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

// draft is a row in the making.
type draft struct{ Row }

// cell is the text of a field, "" without such a column.
func (h heads) cell(r record, f field) string {
	if i := h.at[f]; i >= 0 && i < len(r.cells) {
		if text := strings.TrimSpace(r.cells[i]); text != h.blank {
			return text
		}
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
	d.Day = r.dayIn(rec)
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
