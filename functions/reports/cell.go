package reports

import (
	"fmt"
	"strconv"
	"time"

	"stint/shared/domain"
	"stint/shared/formula"
	"stint/shared/xlsx"
)

// cell is a value of a file. Every format shows it in its own way.
type cell interface {
	// csv is the value as text. No spreadsheet reads it as a formula.
	csv() string
	// xlsx is the value as a cell of a workbook.
	xlsx() xlsx.Cell
}

// The kinds of cells.
type (
	text      string
	date      time.Time // the date of a time
	clock     time.Time // the time of day of a time
	hours     int64     // seconds, shown as hours
	duration  int64     // seconds, shown as hours, minutes and seconds
	number    int64
	flag      bool
	moneyCell struct {
		minor    int64 // never negative
		currency domain.Currency
	}
)

func (c text) csv() string   { return formula.Escape(string(c)) }
func (c date) csv() string   { return time.Time(c).Format(time.DateOnly) }
func (c clock) csv() string  { return time.Time(c).Format(time.TimeOnly) }
func (c number) csv() string { return strconv.FormatInt(int64(c), 10) }
func (c flag) csv() string   { return strconv.FormatBool(bool(c)) }

// csv is the number of hours with four decimals, rounded half up.
func (c hours) csv() string {
	parts := (int64(c)*10_000 + 1_800) / 3_600
	return fmt.Sprintf("%d.%04d", parts/10_000, parts%10_000)
}

// csv is the duration as h:mm:ss.
func (c duration) csv() string { return fmt.Sprintf("%d:%02d:%02d", c/3600, c/60%60, c%60) }

// csv is the amount in units of the currency, with as many decimals as the currency has.
func (c moneyCell) csv() string {
	scale := c.currency.Digits()
	digits := fmt.Sprintf("%0*d", scale+1, c.minor)
	if scale == 0 {
		return digits
	}
	return digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// empty is the cell of what there is not, or what the caller may not see.
const empty = text("")

// amountCell is the cell of an amount; nil is none.
func amountCell(minor *int64, c domain.Currency) cell {
	if minor == nil {
		return empty
	}
	return moneyCell{*minor, c}
}
