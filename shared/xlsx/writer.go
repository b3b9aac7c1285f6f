// Package xlsx writes workbooks (ISO/IEC 29500, SpreadsheetML) with one sheet, row by row.
// It never writes a formula.
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

// Writer writes a workbook. Its methods return the first error of the writer below.
type Writer struct {
	archive   *zip.Writer
	worksheet *bufio.Writer // the last part of the archive
	rows      int
}

// New starts a workbook with a sheet of the name.
func New(out io.Writer, worksheetName string) (*Writer, error) {
	w := &Writer{archive: zip.NewWriter(out)}
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
	_, err = w.worksheet.WriteString(worksheetStart)
	return w, err
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
	if len(cells) > Columns {
		return fmt.Errorf("xlsx: a row of %d cells", len(cells))
	}
	w.rows++
	number := strconv.Itoa(w.rows)
	_, _ = w.worksheet.WriteString(`<row r="` + number + `">`) // bufio keeps its first error
	for i, c := range cells {
		c.write(w.worksheet, string(rune('A'+i))+number)
	}
	_, err := w.worksheet.WriteString(`</row>`)
	return err
}

// Close ends the workbook.
func (w *Writer) Close() error {
	_, _ = w.worksheet.WriteString(worksheetEnd) // bufio keeps its first error
	if err := w.worksheet.Flush(); err != nil {
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
