package timefile

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"stint/shared/domain"
)

// ReadTable reads the rows of a table. It reads it twice: for the order of day and month, and for
// the rows.
func (l Layout) ReadTable(t Table, o Options) iter.Seq2[Row, error] {
	h, err := l.find(t.Titles(), o.known)
	if err != nil {
		return Failed(err)
	}
	r := reading{Layout: l, heads: h, zone: o.zone()}
	if r.order, err = findOrder(t, h, o.DayFirst); err != nil {
		return Failed(err)
	}
	return r.rows(t)
}

// rows are the rows of a table. One that is left out has no key.
func (r reading) rows(t Table) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for rec, err := range t.records() {
			if err == nil && r.Skip != nil && len(rec.cells) > 0 && r.Skip(rec.cells) {
				continue
			}
			l := line{reading: r, Row: Row{Line: rec.line}, cells: rec.cells}
			if err == nil {
				err = l.read()
			}
			if err != nil {
				l.Key = ""
			}
			if !yield(l.Row, err) {
				return
			}
		}
	}
}

// ReadFile is the Reader of a CSV file or a workbook in a layout.
func (l Layout) ReadFile(f File, o Options) iter.Seq2[Row, error] {
	t, err := OpenTable(f, o, l)
	if err != nil {
		return Failed(err)
	}
	return l.ReadTable(t, o)
}

// Failed yields one error and no rows.
func Failed(err error) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) { yield(Row{}, err) }
}

func dayOf(at time.Time) domain.Date { return domain.Date(at.Format(time.DateOnly)) }

// findOrder finds the order of day and month from all dates of a table.
// Errors: dates of both orders, only dates that can be both, those of reading.
func findOrder(t Table, h heads, option *bool) (order, error) {
	var seen [3]string // an example of each order
	for r, err := range t.records() {
		if _, isRefused := err.(Refused); err != nil && !isRefused {
			return unknownOrder, err
		}
		for _, f := range []Field{FieldDate, FieldEndDate, FieldStart, FieldEnd} {
			word := dateWord(h.cell(r.cells, f))
			d, ok := splitDate(word)
			if proven := d.provenOrder(); ok && seen[proven] == "" && (proven != unknownOrder || d.isAmbiguous()) {
				seen[proven] = fmt.Sprintf("line %d has %s", r.line, word)
			}
		}
	}
	return decideOrder(seen, option)
}

func decideOrder(seen [3]string, option *bool) (order, error) {
	switch {
	case seen[dayFirst] != "" && seen[monthFirst] != "":
		return unknownOrder, fmt.Errorf("the file has dates with the day first and with the month first: %s, %s",
			seen[dayFirst], seen[monthFirst])
	case option != nil && *option && seen[monthFirst] != "", option != nil && !*option && seen[dayFirst] != "":
		return unknownOrder, fmt.Errorf("%s=%t does not fit the file: %s", DayFirstFlag, *option,
			seen[dayFirst]+seen[monthFirst])
	case seen[dayFirst] != "", option != nil && *option:
		return dayFirst, nil
	case seen[monthFirst] != "", option != nil:
		return monthFirst, nil
	case seen[unknownOrder] != "":
		return unknownOrder, fmt.Errorf("%s, and no date of the file says whether the day or the month is first: give %s "+
			"for the day, or %s=false for the month",
			seen[unknownOrder], DayFirstFlag, DayFirstFlag)
	}
	return dayFirst, nil // no date depends on it
}

// startOfDay is the first moment of a day.
func startOfDay(day domain.Date, zone *time.Location) time.Time {
	return day.StartOfDay(zone).In(zone)
}

// The bounds of a file, so that memory does not grow with a damaged or hostile one.
const (
	maxRecord  = 1 << 20 // bytes of a line, or of a cell with line breaks
	maxElement = 4 << 20 // bytes of an element of a JSON array
	maxColumns = 1_000

	maxSmallTable = 64 << 20 // bytes of a table that is kept in memory, unpacked: people, projects and so on
	maxSmallRows  = 250_000  // of such a table
)

// errTooLong is the error of a line, a cell or an element above its bound.
var errTooLong = errors.New("too long")

// budget reads content until so many bytes are read. What reads ahead needs some more than it uses.
// Errors: errTooLong.
type budget struct {
	io.Reader
	left int
}

// Read implements io.Reader.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// tooLong says where a CSV file has a line above the bound.
func tooLong(after int) error {
	return fmt.Errorf("after line %d, a line or a cell has more than %d MiB: the file is damaged, or a quotation mark "+
		"is missing", after, maxRecord>>20)
}

// checkColumns refuses a header with more columns than any file has.
func checkColumns(header []string) error {
	if len(header) > maxColumns {
		return fmt.Errorf("the file has %d columns: up to %d are read", len(header), maxColumns)
	}
	return nil
}

// errSmallTable is the error of a table of people, projects and so on that is too large.
var errSmallTable = fmt.Errorf("the file is too large: up to %d rows and %d MiB are read", maxSmallRows,
	maxSmallTable>>20)
