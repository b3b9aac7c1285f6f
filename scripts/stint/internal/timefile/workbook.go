package timefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// The bounds of a workbook, in bytes. The file and its rows are in memory; sheets with more than
// 16 MiB are in temporary files while it is opened.
const (
	maxWorkbook = 64 << 20  // the file
	maxUnpacked = 512 << 20 // all that is in it
	maxRows     = 256 << 20 // the text of its cells
)

// maxTitleLines are the lines in which the header of a table is looked for: reports begin with a
// title, a period and totals.
const maxTitleLines = 20

var errWorkbookSize = fmt.Errorf("the workbook is too large: those of up to %d MiB are read, %d MiB when unpacked. Export CSV, which has no limit",
	maxWorkbook>>20, maxUnpacked>>20)

// workbook is the sheet of a workbook that has the time entries.
type workbook struct {
	header []string
	rows   []byte // CSV; the first cell is the number of the row
}

func (b *workbook) titles() []string { return b.header }

func (b *workbook) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		r := csv.NewReader(bytes.NewReader(b.rows))
		r.ReuseRecord = true
		for {
			cells, err := r.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(record{}, err)
				return
			}
			line, _ := strconv.Atoi(cells[0])
			if !yield(record{line, cells[1:]}, nil) {
				return
			}
		}
	}
}

// openWorkbook reads the first sheet that has a header which one of the layouts fits. Without
// one, the table has no records, and the header of another service or the first line.
func openWorkbook(f File, layouts []layout) (*workbook, error) {
	if f.Size() > maxWorkbook || unpacked(f) > maxUnpacked {
		return nil, errWorkbookSize
	}
	book, err := excelize.OpenReader(io.NewSectionReader(f, 0, f.Size()), excelize.Options{UnzipSizeLimit: maxUnpacked})
	if err != nil {
		return nil, fmt.Errorf("the workbook cannot be read: %w", err)
	}
	defer func() { _ = book.Close() }() // removes temporary files
	for _, set := range [][]layout{layouts, knownLayouts(layouts), {{}}} {
		for _, name := range book.GetSheetList() {
			s := sheet{book, name}
			found, err := s.find(set)
			switch {
			case err != nil:
				return nil, err
			case found == nil:
			case fitsOne(layouts, found.titles):
				return s.read(*found)
			default:
				return &workbook{header: found.titles}, nil
			}
		}
	}
	return nil, errEmpty
}

// sheet is a sheet of a workbook.
type sheet struct {
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
func (s sheet) find(layouts []layout) (*header, error) {
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
func (s sheet) read(h header) (*workbook, error) {
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

// sheetRow is a row of a sheet. Cells at its end may be missing.
type sheetRow struct {
	line       int
	shown, raw []string // as people see the cells, and as they are stored
}

// lines are the rows of a sheet. A chart has none.
func (s sheet) lines() iter.Seq2[sheetRow, error] {
	return func(yield func(sheetRow, error) bool) {
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
			row := sheetRow{line: line}
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
			yield(sheetRow{}, fmt.Errorf("the sheet %q cannot be read: %w", s.name, err))
		}
	}
}

func cellAt(cells []string, i int) string {
	if i < len(cells) {
		return strings.TrimSpace(cells[i])
	}
	return ""
}
