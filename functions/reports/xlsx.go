package reports

import (
	"bytes"
	"strconv"
	"time"

	"stint/shared/summing"
	"stint/shared/xlsx"
)

func (c text) xlsx() xlsx.Cell     { return xlsx.Text(string(c)) }
func (c date) xlsx() xlsx.Cell     { return xlsx.Date(time.Time(c)) }
func (c clock) xlsx() xlsx.Cell    { return xlsx.Clock(time.Time(c)) }
func (c hours) xlsx() xlsx.Cell    { return decimal(c.csv()).WithDecimals(2) }
func (c duration) xlsx() xlsx.Cell { return xlsx.Duration(int64(c)) }
func (c number) xlsx() xlsx.Cell   { return xlsx.Number(float64(c)) }
func (c flag) xlsx() xlsx.Cell     { return xlsx.Bool(bool(c)) }
func (c moneyCell) xlsx() xlsx.Cell {
	return decimal(c.csv()).WithCurrency(string(c.currency), c.currency.Digits())
}

// decimal is the number that the digits stand for.
func decimal(digits string) xlsx.Cell {
	n, _ := strconv.ParseFloat(digits, 64) // our own digits can be parsed
	return xlsx.Number(n)
}

// encodeXLSX makes a workbook with one sheet. It has as many rows as a CSV file of so many bytes may have, and a total.
// Errors: summing.ErrRangeTooLong as soon as it has more.
func (t table) encodeXLSX(limit int) ([]byte, error) {
	var out bytes.Buffer
	columns := make([]xlsx.Column, len(t.columns))
	for i, c := range t.columns {
		columns[i] = xlsx.Column{Title: c.name, Width: c.width}
	}
	book, err := xlsx.New(&out, t.worksheet, columns...)
	if err != nil {
		return nil, err
	}
	if err := t.writeRows(book, limit); err != nil {
		return nil, err
	}
	if err := book.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writeRows writes the rows and the total. Errors: summing.ErrRangeTooLong.
func (t table) writeRows(book *xlsx.Writer, limit int) error {
	row, size := make([]xlsx.Cell, len(t.columns)), 0
	for n := range t.rows {
		for i, value := range t.row(n) {
			row[i], size = value.xlsx(), size+len(value.csv())+1
		}
		if size > limit {
			return summing.ErrRangeTooLong
		}
		if err := book.Row(row...); err != nil {
			return err
		}
	}
	for i, value := range t.total {
		row[i] = value.xlsx()
	}
	return book.Total(row...)
}
