package timefile

import (
	"fmt"
	"strconv"
	"strings"

	"stint/shared/domain"
)

// order is the order of day and month in dates such as 03/04/2026.
type order int

const (
	unknownOrder order = iota
	dayFirst
	monthFirst
)

// numericDate is a date of numbers with separators between them.
type numericDate struct {
	parts     [3]int
	separator byte
	yearFirst bool
}

func splitDate(text string) (numericDate, bool) {
	text = strings.TrimRight(text, ".")
	i := strings.IndexAny(text, "-/.")
	if i < 0 {
		return numericDate{}, false
	}
	d := numericDate{separator: text[i], yearFirst: i == 4}
	parts := strings.Split(text, text[i:i+1])
	if len(parts) != 3 {
		return numericDate{}, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(strings.TrimSpace(part), 10, 14)
		if err != nil {
			return numericDate{}, false
		}
		d.parts[i] = int(n)
	}
	return d, true
}

// says is what a date says about the order of day and month. A date with points has the day first.
func (d numericDate) says() order {
	switch {
	case d.yearFirst || d.separator == '.':
		return unknownOrder
	case d.parts[0] > 12 && d.parts[1] <= 12:
		return dayFirst
	case d.parts[1] > 12 && d.parts[0] <= 12:
		return monthFirst
	}
	return unknownOrder
}

// isAmbiguous reports whether both orders make a date, and different ones.
func (d numericDate) isAmbiguous() bool {
	return !d.yearFirst && d.separator != '.' && d.parts[0] <= 12 && d.parts[1] <= 12 && d.parts[0] != d.parts[1]
}

// parseDate reads 2026-04-03, 3.4.2026, and 03/04/2026 or 03-04-26 in an order.
func parseDate(text string, o order) (domain.Date, bool) {
	year, month, day, ok := datePartsOf(text, o)
	if !ok || year < firstYear || year > lastYear {
		return "", false
	}
	return dateOf(year, month, day)
}

// The years of dates that are read. The importer takes none before 2000.
const (
	firstYear = 1970
	lastYear  = 2200
)

// noDate says what is wrong with a text: that its date is too early or too late, or what the caller says.
func noDate(text, what string, o order) string {
	year, month, day, ok := datePartsOf(dateWord(text), o)
	if _, isDate := dateOf(firstLeapYear, month, day); !ok || !isDate {
		return what
	}
	switch {
	case year >= 1000 && year < firstYear:
		return "is from before 2000, and such time is not imported"
	case year > lastYear:
		return fmt.Sprintf("is after %d, and such time is not imported", lastYear)
	}
	return what
}

// firstLeapYear has every day that a year can have.
const firstLeapYear = 2000

// datePartsOf splits a date of numbers, which may be none.
func datePartsOf(text string, o order) (year, month, day int, ok bool) {
	d, ok := splitDate(text)
	if !ok {
		return 0, 0, 0, false
	}
	year, month, day = d.parts[2], d.parts[1], d.parts[0]
	switch {
	case d.yearFirst:
		year, month, day = d.parts[0], d.parts[1], d.parts[2]
	case d.separator != '.' && o == monthFirst:
		month, day = day, month
	}
	if year < 100 && !d.yearFirst {
		year += 2000
	}
	return year, month, day, true
}

func dateOf(year, month, day int) (date domain.Date, ok bool) {
	ok = date.ParseText(fmt.Sprintf("%04d-%02d-%02d", year, month, day)) == ""
	return date, ok
}

// dateWord is the part of a cell that is a date.
func dateWord(cell string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(cell), " ")
	if day, _, ok := strings.Cut(word, "T"); ok {
		return day
	}
	return word
}
