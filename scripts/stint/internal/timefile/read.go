package timefile

import (
	"iter"
	"time"

	"stint/shared/domain"
)

// readTable reads the rows of a table. It reads it twice: for the order of day and month, and for
// the rows.
func (l layout) readTable(t table, o Options) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		h, err := l.find(t.titles())
		if err != nil {
			yield(Row{}, err)
			return
		}
		r := reading{layout: l, heads: h, zone: o.Zone}
		if r.zone == nil {
			r.zone = time.UTC
		}
		if r.order, err = findOrder(t, h, o.DayFirst); err != nil {
			yield(Row{}, err)
			return
		}
		r.yieldRows(t, yield)
	}
}

func (r reading) yieldRows(t table, yield func(Row, error) bool) {
	for d, err := range r.drafts(t) {
		if err != nil {
			d.Key = ""
		}
		if !yield(d.Row, err) {
			return
		}
	}
}

// drafts are the rows, with the ids of the file as keys.
func (r reading) drafts(t table) iter.Seq2[draft, error] {
	return func(yield func(draft, error) bool) {
		for rec, err := range t.records() {
			d := draft{Row: Row{Line: rec.line}}
			if err == nil {
				d, err = r.row(rec)
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// readFile reads a CSV file or a workbook in a layout.
func (l layout) readFile(f File, o Options) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		t, err := openTable(f, l)
		if err != nil {
			yield(Row{}, err)
			return
		}
		l.readTable(t, o)(yield)
	}
}

// failed yields one error and no rows.
func failed(err error) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) { yield(Row{}, err) }
}

func dayOf(at time.Time) domain.Date { return domain.Date(at.Format(time.DateOnly)) }
