// Package xlsx writes workbooks (ISO/IEC 29500, SpreadsheetML) with one sheet, row by row: a bold header that stays in
// sight, filters, and a total. It never writes a formula.
package xlsx

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Columns is the most that a row may have, so that a letter names each of them.
const Columns = 26

// Column is a column of the sheet.
type Column struct {
	Title string
	Width float64 // in characters of the standard font
}

// Writer writes a workbook. Its methods return the first error of the writer below.
type Writer struct {
	archive   *zip.Writer
	worksheet *bufio.Writer // the last part of the archive that is written row by row
	columns   int
	rows      int
	filtered  int // rows with the header, without the total
	styles    styles
}

// New starts a workbook with a sheet of the name. Its first row has the titles of the columns, if there are any.
func New(out io.Writer, worksheetName string, columns ...Column) (*Writer, error) {
	w := &Writer{archive: zip.NewWriter(out), columns: len(columns)}
	for _, p := range parts {
		if err := w.addPart(p.name, p.content); err != nil {
			return nil, err
		}
	}
	if err := w.addPart("xl/workbook.xml", fmt.Sprintf(workbookXML, escape(worksheetName))); err != nil {
		return nil, err
	}
	worksheet, err := w.archive.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	w.worksheet = bufio.NewWriter(worksheet)
	_, _ = w.worksheet.WriteString(worksheetStart + columnsXML(columns) + "<sheetData>") // bufio keeps its first error
	if len(columns) == 0 {
		return w, nil
	}
	titles := make([]Cell, len(columns))
	for i, c := range columns {
		titles[i] = Text(c.Title).bold()
	}
	return w, w.Row(titles...)
}

func columnsXML(columns []Column) string {
	if len(columns) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("<cols>")
	for i, c := range columns {
		fmt.Fprintf(&out, `<col min="%d" max="%d" width="%g" customWidth="1"/>`, i+1, i+1, c.Width)
	}
	return out.String() + "</cols>"
}

func (w *Writer) addPart(name, content string) error {
	part, err := w.archive.Create(name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	return err
}

// Row writes the next row, of up to Columns cells.
func (w *Writer) Row(cells ...Cell) error {
	w.filtered = w.rows + 1
	return w.writeRow(cells)
}

// Total writes a last row in bold, which the filters leave alone.
func (w *Writer) Total(cells ...Cell) error {
	total := make([]Cell, len(cells))
	for i, c := range cells {
		total[i] = c.bold()
	}
	return w.writeRow(total)
}

func (w *Writer) writeRow(cells []Cell) error {
	if len(cells) > Columns {
		return fmt.Errorf("xlsx: a row of %d cells", len(cells))
	}
	w.rows++
	number := strconv.Itoa(w.rows)
	_, _ = w.worksheet.WriteString(`<row r="` + number + `">`) // bufio keeps its first error
	for i, c := range cells {
		c.write(w.worksheet, letter(i)+number, w.styles.number(c.style))
	}
	_, err := w.worksheet.WriteString(`</row>`)
	return err
}

func letter(column int) string { return string(rune('A' + column)) }

// Close ends the workbook.
func (w *Writer) Close() error {
	filter := ""
	if w.columns > 0 {
		filter = fmt.Sprintf(`<autoFilter ref="A1:%s%d"/>`, letter(w.columns-1), w.filtered)
	}
	_, _ = w.worksheet.WriteString(`</sheetData>` + filter + `</worksheet>`) // bufio keeps its first error
	if err := w.worksheet.Flush(); err != nil {
		return err
	}
	if err := w.addPart("xl/styles.xml", w.styles.xml()); err != nil {
		return err
	}
	return w.archive.Close()
}

// escape makes XML of a text. What XML does not allow becomes U+FFFD.
func escape(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a builder never fails
	return out.String()
}
