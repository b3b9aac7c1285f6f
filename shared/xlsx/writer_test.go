package xlsx_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"stint/shared/xlsx"
)

// write writes a workbook with one row, and reads it with another library.
func write(t *testing.T, cells ...xlsx.Cell) *excelize.File {
	t.Helper()
	var out bytes.Buffer
	w, err := xlsx.New(&out, "A & B")
	if err == nil {
		err = errors.Join(w.Row(cells...), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

func TestCells(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 2, 29, 23, 59, 1, 0, time.FixedZone("", 3600))
	for name, c := range map[string]struct {
		cell       xlsx.Cell
		shown, raw string
		kind       excelize.CellType
	}{
		"a text": {cell: xlsx.Text(" <a> & \"b\"\n"), shown: " <a> & \"b\"\n",
			kind: excelize.CellTypeInlineString},
		"a text like a formula": {
			cell: xlsx.Text("=1+1"), shown: "=1+1", kind: excelize.CellTypeInlineString},
		"a text like a number": {cell: xlsx.Text("007"), shown: "007", kind: excelize.CellTypeInlineString},
		"a text like an escape": {cell: xlsx.Text("_x0041_x0041_"), shown: "_x0041_x0041_",
			kind: excelize.CellTypeInlineString},
		"a control character": {
			cell: xlsx.Text("a\x01b"), shown: "a\uFFFDb", kind: excelize.CellTypeInlineString},
		"an empty text": {cell: xlsx.Text("")},
		"a number":      {cell: xlsx.Number(-12.5), shown: "-12.5"},
		"a boolean":     {cell: xlsx.Bool(true), shown: "TRUE", raw: "1", kind: excelize.CellTypeBool},
		"a date":        {cell: xlsx.Date(at), shown: "2024-02-29", raw: "45351"},
		"a time of day": {cell: xlsx.Clock(at), shown: "23:59:01", raw: "0.99931712962963"},
		"the first day": {cell: xlsx.Date(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)), shown: "1900-03-01",
			raw: "61"},
		"a day before that": {cell: xlsx.Date(time.Date(1900, 2, 28, 0, 0, 0, 0, time.UTC)), shown: "1900-02-28",
			kind: excelize.CellTypeInlineString},
		"a day long before": {cell: xlsx.Date(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)), shown: "0001-01-01",
			kind: excelize.CellTypeInlineString},
		"the last day": {
			cell: xlsx.Date(time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)), shown: "9999-12-31", raw: "2958465"},
		"a time that is midnight": {cell: xlsx.Clock(time.Time{}), shown: "00:00:00", raw: "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			book := write(t, xlsx.Cell{}, c.cell)
			if c.raw == "" {
				c.raw = c.shown
			}
			shown, err1 := book.GetCellValue("A & B", "B1")
			raw, err2 := book.GetCellValue("A & B", "B1", excelize.Options{RawCellValue: true})
			kind, err3 := book.GetCellType("A & B", "B1")
			if shown != c.shown || raw != c.raw || kind != c.kind {
				t.Errorf("shown %q, raw %q, type %v; want %q, %q, %v", shown, raw, kind, c.shown, c.raw, c.kind)
			}
			if err := errors.Join(err1, err2, err3); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTooManyCells(t *testing.T) {
	t.Parallel()
	w, err := xlsx.New(new(bytes.Buffer), "A")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Row(make([]xlsx.Cell, xlsx.Columns+1)...); err == nil {
		t.Error("written")
	}
}

// full is a writer that is full from the start.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestErrorsOfTheWriter(t *testing.T) {
	t.Parallel()
	w, err := xlsx.New(full{}, "A")
	if err == nil {
		err = errors.Join(w.Row(xlsx.Text("a")), w.Close())
	}
	if err == nil {
		t.Error("no error")
	}
}
