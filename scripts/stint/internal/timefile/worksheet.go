package timefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

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
	layout layout
}

// find finds the first line that one of the layouts fits. It is nil if there is none.
func (s worksheet) find(layouts []layout) (*header, error) {
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
