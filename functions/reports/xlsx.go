package reports

import (
	"bytes"
	"strconv"
	"time"

	"stint/shared/domain/timelog"
	"stint/shared/xlsx"
)

// worksheetName is the name of the only sheet of a workbook.
const worksheetName = "Entries"

func (c text) xlsx() xlsx.Cell      { return xlsx.Text(string(c)) }
func (c date) xlsx() xlsx.Cell      { return xlsx.Date(time.Time(c)) }
func (c clock) xlsx() xlsx.Cell     { return xlsx.Clock(time.Time(c)) }
func (c hours) xlsx() xlsx.Cell     { return decimal(c.csv()) }
func (c number) xlsx() xlsx.Cell    { return xlsx.Number(float64(c)) }
func (c flag) xlsx() xlsx.Cell      { return xlsx.Bool(bool(c)) }
func (c moneyCell) xlsx() xlsx.Cell { return decimal(c.csv()) }

// decimal is the number that the digits stand for.
func decimal(digits string) xlsx.Cell {
	n, _ := strconv.ParseFloat(digits, 64) // our own digits can be parsed
	return xlsx.Number(n)
}

// encodeXLSX makes a workbook with one sheet. It has as many rows as a CSV file may have.
// Errors: errRangeTooLong as soon as it has more.
func (s encoder) encodeXLSX(entries []timelog.Entry) ([]byte, error) {
	var out bytes.Buffer
	book, err := xlsx.New(&out, worksheetName)
	if err != nil {
		return nil, err
	}
	if err := s.writeRows(book, entries); err != nil {
		return nil, err
	}
	if err := book.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writeRows writes the header and the entries. Errors: errRangeTooLong.
func (s encoder) writeRows(book *xlsx.Writer, entries []timelog.Entry) error {
	row, size := make([]xlsx.Cell, len(columns)), 0
	for i, c := range columns {
		row[i] = xlsx.Text(c.name)
	}
	if err := book.Row(row...); err != nil {
		return err
	}
	for _, e := range entries {
		for i, c := range columns {
			value := c.value(s, e)
			row[i], size = value.xlsx(), size+len(value.csv())+1
		}
		if size > maxFileSize {
			return errRangeTooLong
		}
		if err := book.Row(row...); err != nil {
			return err
		}
	}
	return nil
}
