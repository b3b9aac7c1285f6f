package timefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

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

var errWorkbookSize = fmt.Errorf("the workbook is too large: those of up to %d MiB are read, %d MiB when unpacked. "+
	"Export CSV, which has no limit",
	maxWorkbook>>20, maxUnpacked>>20)

// workbook is the sheet of a workbook that has the time entries.
type workbook struct {
	header []string
	rows   []byte // CSV; the first cell is the number of the row
}

func (b *workbook) Titles() []string { return b.header }

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
func openWorkbook(f File, known []Source, layouts []Layout) (*workbook, error) {
	if f.Size() > maxWorkbook || unpacked(f) > maxUnpacked {
		return nil, errWorkbookSize
	}
	book, err := excelize.OpenReader(io.NewSectionReader(f, 0, f.Size()), excelize.Options{UnzipSizeLimit: maxUnpacked})
	if err != nil {
		return nil, fmt.Errorf("the workbook cannot be read: %w", err)
	}
	defer func() { _ = book.Close() }() // removes temporary files
	for _, set := range [][]Layout{layouts, layoutsOf(known), {{}}} {
		for _, name := range book.GetSheetList() {
			s := worksheet{book, name}
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
