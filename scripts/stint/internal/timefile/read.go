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

// readCSVFile reads a CSV file in a layout.
func (l layout) readCSVFile(f File, o Options) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		t, err := openTable(f)
		if err != nil {
			yield(Row{}, err)
			return
		}
		l.readTable(t, o)(yield)
	}
}

// openTable opens a CSV file. Errors: those of openCSV, a file that is no CSV.
func openTable(f File) (*csvTable, error) {
	if isZip(f) {
		return nil, errZip
	}
	return openCSV(openFile(f))
}

// failed yields one error and no rows.
func failed(err error) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) { yield(Row{}, err) }
}

func dayOf(at time.Time) domain.Date { return domain.Date(at.Format(time.DateOnly)) }
