package reports

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"stint/shared/domain"
)

// worksheetName is the name of the only sheet of a workbook.
const worksheetName = "Entries"

// styles are the number formats of a workbook.
type styles struct{ date, clock int }

func (c text) xlsx(styles) any {
	if c == "" {
		return nil
	}
	return string(c) // a text cell; excelize makes formulas only of Cell.Formula
}

// xlsx is the date as a day of the spreadsheet's calendar, which has no time zone.
func (c date) xlsx(s styles) any {
	year, month, day := time.Time(c).Date()
	return excelize.Cell{StyleID: s.date, Value: time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// xlsx is the time of day as a part of a day.
func (c clock) xlsx(s styles) any {
	hour, minute, second := time.Time(c).Clock()
	return excelize.Cell{StyleID: s.clock, Value: float64(hour*3600+minute*60+second) / 86_400}
}

func (c hours) xlsx(styles) any  { return decimal(c.csv()) }
func (c number) xlsx(styles) any { return int64(c) }
func (c flag) xlsx(styles) any   { return bool(c) }
func (c money) xlsx(styles) any  { return decimal(c.csv()) }

// decimal is the number that the digits stand for.
func decimal(digits string) float64 {
	n, _ := strconv.ParseFloat(digits, 64) // our own digits can be parsed
	return n
}

// encodeXLSX makes a workbook (ISO/IEC 29500) with one sheet. It has as many rows as a
// CSV file may have. Errors: errRangeTooLong as soon as it has more.
func (s encoder) encodeXLSX(entries []domain.Entry) (_ []byte, err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }() // removes its temporary file
	if err := book.SetSheetName("Sheet1", worksheetName); err != nil {
		return nil, fmt.Errorf("name the sheet: %w", err)
	}
	formats, err := addStyles(book)
	if err != nil {
		return nil, err
	}
	if err := s.writeRows(book, formats, entries); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := book.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("write the workbook: %w", err)
	}
	return out.Bytes(), nil
}

// addStyles adds the number formats to a workbook.
func addStyles(book *excelize.File) (s styles, err error) {
	for _, style := range []struct {
		id     *int
		format string
	}{{&s.date, "yyyy-mm-dd"}, {&s.clock, "hh:mm:ss"}} {
		if *style.id, err = book.NewStyle(&excelize.Style{CustomNumFmt: &style.format}); err != nil {
			return s, fmt.Errorf("add the format %s: %w", style.format, err)
		}
	}
	return s, nil
}

// writeRows writes the header and the entries. The sheet is written to a temporary file
// once it is larger than 16 MiB. Errors: errRangeTooLong.
func (s encoder) writeRows(book *excelize.File, formats styles, entries []domain.Entry) error {
	rows, err := book.NewStreamWriter(worksheetName)
	if err != nil {
		return fmt.Errorf("begin the sheet: %w", err)
	}
	row, size := make([]any, len(columns)), 0
	for i, c := range columns {
		row[i] = c.name
	}
	if err := rows.SetRow("A1", row); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	for n, e := range entries {
		for i, c := range columns {
			value := c.value(s, e)
			row[i], size = value.xlsx(formats), size+len(value.csv())+1
		}
		if size > maxFileSize {
			return errRangeTooLong
		}
		if err := rows.SetRow("A"+strconv.Itoa(n+2), row); err != nil {
			return fmt.Errorf("write a row: %w", err)
		}
	}
	return rows.Flush()
}
