package timefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// worksheet is a sheet of a workbook.
type worksheet struct {
	*excelize.File
	name string
}

// header is where the titles are, and what the columns say.
type header struct {
	line   int
	titles []string
	layout Layout
}

// find finds the first line that one of the layouts fits. It is nil if there is none.
func (s worksheet) find(layouts []Layout) (*header, error) {
	for row, err := range s.lines() {
		if err != nil {
			return nil, err
		}
		for _, l := range layouts {
			if !isBlank(row.shown) && l.fits(row.shown) {
				return &header{row.line, slices.Clone(row.shown), l}, nil
			}
		}
		if row.line >= maxTitleLines {
			break
		}
	}
	return nil, nil
}

// read reads the lines after the header.
func (s worksheet) read(h header) (*workbook, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	c := s.converter(h)
	for row, err := range s.lines() {
		if err != nil {
			return nil, err
		}
		if row.line <= h.line || isBlank(row.shown) {
			continue
		}
		cells := append(make([]string, 0, len(h.titles)+1), strconv.Itoa(row.line))
		for i := range h.titles {
			cells = append(cells, c.text(i, row))
		}
		if err := w.Write(cells); err != nil {
			return nil, err
		}
		if out.Len() > maxRows {
			return nil, errWorkbookSize
		}
	}
	w.Flush()
	return &workbook{header: h.titles, rows: out.Bytes()}, w.Error()
}

// worksheetRow is a row of a sheet. Cells at its end may be missing.
type worksheetRow struct {
	line       int
	shown, raw []string // as people see the cells, and as they are stored
}

// lines are the rows of a sheet. A chart has none.
func (s worksheet) lines() iter.Seq2[worksheetRow, error] {
	return func(yield func(worksheetRow, error) bool) {
		shown, err := s.Rows(s.name)
		if err != nil {
			return
		}
		defer func() { _ = shown.Close() }()
		raw, err := s.Rows(s.name)
		if err != nil {
			return
		}
		defer func() { _ = raw.Close() }()
		for line := 1; shown.Next() && raw.Next(); line++ {
			row := worksheetRow{line: line}
			row.shown, err = shown.Columns()
			if err == nil {
				row.raw, err = raw.Columns(excelize.Options{RawCellValue: true})
			}
			if err != nil {
				err = fmt.Errorf("row %d of the sheet %q cannot be read: %w", line, s.name, err)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := errors.Join(shown.Error(), raw.Error()); err != nil {
			yield(worksheetRow{}, fmt.Errorf("the sheet %q cannot be read: %w", s.name, err))
		}
	}
}

// converter writes the cells of a sheet as the services write them to CSV.
type converter struct {
	fields []Field // of the columns; fields for those that are not read
	shift  float64 // days between the calendar of the workbook and the usual one
}

func (s worksheet) converter(h header) converter {
	c := converter{fields: make([]Field, len(h.titles))}
	for i := range c.fields {
		c.fields[i] = fields
	}
	for f, at := range h.layout.locate(h.titles).at {
		if at >= 0 {
			c.fields[at] = Field(f)
		}
	}
	if props, err := s.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		c.shift = maxShift
	}
	return c
}

// text is a cell as text. Numbers are stored without units: the column says what they are.
func (c converter) text(column int, row worksheetRow) string {
	shown, raw := cellAt(row.shown, column), cellAt(row.raw, column)
	n, err := strconv.ParseFloat(raw, 64)
	isNumber := err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
	switch f := c.fields[column]; {
	case f == fields:
		return ""
	case !isNumber:
		return shown
	case f == FieldID, f == FieldBillable:
		return raw
	default:
		return c.number(f, n, shown)
	}
}

func (c converter) number(f Field, n float64, shown string) string {
	switch f {
	case FieldDate, FieldEndDate:
		return c.date(n, time.DateOnly, shown)
	case FieldStart, FieldEnd:
		if n >= 0 && n < firstSerial { // of no day, or of the first days of the calendar
			return clockOf(n - math.Floor(n))
		}
		return c.date(n, time.DateTime, shown)
	case FieldDuration, FieldHours:
		if strings.Contains(shown, ":") {
			return lengthOf(n)
		}
		return strconv.FormatFloat(n, 'f', -1, 64)
	case FieldSeconds, FieldRateMinor:
		return strconv.FormatFloat(n, 'f', -1, 64)
	case FieldRate, FieldAmount, FieldFixed:
		return strings.TrimSpace(strconv.FormatFloat(n, 'f', 4, 64) + " " + currencyOf(shown))
	}
	return shown
}

// The days of workbooks count from 30 December 1899, or from 1904.
const (
	unixSerial  = 25_569  // 1 January 1970
	lastSerial  = 110_000 // in 2201
	maxShift    = 1_462   // days between the two calendars
	firstSerial = unixSerial - maxShift
)

// date is a day, or a day and a time. Other numbers are left as they are.
func (c converter) date(n float64, layout, shown string) string {
	if n += c.shift; n < unixSerial || n > lastSerial {
		return shown
	}
	return time.Unix(int64(math.Round((n-unixSerial)*86_400)), 0).UTC().Format(layout)
}

// clockOf is a part of a day as a time of day.
func clockOf(n float64) string {
	return time.Unix(int64(math.Round(n*86_400)), 0).UTC().Format(time.TimeOnly)
}

// lengthOf is a number of days as a duration.
func lengthOf(n float64) string {
	seconds := int64(math.Round(n * 86_400))
	if seconds < 0 || seconds > int64(maxDuration/time.Second) {
		return strconv.FormatFloat(n, 'f', -1, 64) + " d"
	}
	return (time.Duration(seconds) * time.Second).String()
}

func cellAt(cells []string, i int) string {
	if i < len(cells) {
		return strings.TrimSpace(cells[i])
	}
	return ""
}
