package timefile

import (
	"fmt"
	"strconv"
	"strings"
	"time"

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

// provenOrder is the order of day and month that a date proves. A date with points proves none, because it always has
// the day first.
func (d numericDate) provenOrder() order {
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

// whyNoDate says what is wrong with a text: that its date is too early or too late, or what the caller says.
func whyNoDate(text, what string, o order) string {
	year, month, day, ok := datePartsOf(dateWord(text), o)
	if _, isDate := dateOf(aLeapYear, month, day); !ok || !isDate {
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

// aLeapYear has every day that a year can have.
const aLeapYear = 2000

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

// hoursOrSeconds is why a row is left out whose duration is a whole number.
const hoursOrSeconds = "has the duration %s, which can be hours or seconds, because there is no end"

// readTime reads when the time was and how long it took. Errors: Refused.
func (l *line) readTime() error {
	written, err := l.readLength()
	if err != nil {
		return err
	}
	start, end := l.cell(FieldStart), l.cell(FieldEnd)
	if start == "" {
		return l.readDay(written)
	}
	if end == "" && (l.at[FieldEnd] >= 0 && !l.OptionalEnd || written == nil) {
		return l.refuse("has no end: the timer is still running")
	}
	from, ok := parseStamp(start, l.cell(FieldDate), l.order)
	if !ok {
		return l.refuseMoment(l.cell(FieldDate)+" "+start, "is no time with a date")
	}
	to := from
	if end != "" {
		if to, err = l.readEnd(from, end); err != nil {
			return err
		}
	}
	if end == "" && written.other > 0 {
		return l.refuse(hoursOrSeconds, l.cell(FieldDuration))
	}
	return l.settle(from, to, end != "", written)
}

// readLength reads the duration. It is nil if the row has none.
func (l *line) readLength() (*length, error) {
	if text := l.cell(FieldSeconds); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || time.Duration(n)*time.Second > maxDuration {
			return nil, l.refuse("%q is no number of seconds", text)
		}
		return &length{Duration: time.Duration(n) * time.Second, grain: time.Second}, nil
	}
	for _, f := range []Field{FieldDuration, FieldHours} {
		if text := l.cell(f); text != "" {
			written, ok := l.parseLength(text)
			if !ok {
				return nil, l.refuse("%q is no duration", text)
			}
			return &written, nil
		}
	}
	return nil, nil
}

func (l Layout) parseLength(text string) (length, bool) {
	if l.InSeconds {
		if seconds, ok := parseSeconds(text); ok {
			return seconds, true
		}
	}
	return parseLength(text)
}

// readDay is for rows without clock times.
func (l *line) readDay(written *length) error {
	text := l.cell(FieldDate)
	day, ok := parseDate(dateWord(text), l.order)
	switch {
	case text == "":
		return l.refuseTotal()
	case !ok:
		return l.refuseMoment(text, "is no date")
	case written == nil:
		return l.refuse("has neither a start nor a duration")
	case written.other > 0:
		return l.refuse(hoursOrSeconds, l.cell(FieldDuration))
	}
	l.Duration, l.Day = written.Duration, startOfDay(day, l.zone)
	return nil
}

// refuseTotal refuses a row without a date. A line of totals names no person and no work.
func (r Row) refuseTotal() error {
	isTotal := r.Person == (Person{}) && r.Task+r.Description == "" && len(r.Tags) == 0
	return Refused{Line: r.Line, Reason: "has no date, as a line of totals", IsTotal: isTotal}
}

// dayIn is the day of a row, also of one that is left out; zero if it cannot be read.
func (l *line) dayIn() time.Time {
	start := l.cell(FieldStart)
	for _, text := range []string{start, "00:00"} {
		if s, ok := parseStamp(text, dateWord(l.cell(FieldDate)), l.order); ok {
			if s.at.IsZero() {
				return startOfDay(s.day, l.zone)
			}
			return startOfDay(dayOf(s.at.In(l.zone)), l.zone)
		}
	}
	if day, ok := parseDate(dateWord(start), l.order); ok {
		return startOfDay(day, l.zone)
	}
	return time.Time{}
}

// readEnd reads the end. Without a date of its own, it is on the day of the start, or on the next
// day if it is earlier than the start.
func (l *line) readEnd(from stamp, end string) (stamp, error) {
	date := l.cell(FieldEndDate)
	isOwn := date != ""
	if !isOwn {
		date = string(from.day)
	}
	to, ok := parseStamp(end, date, l.order)
	if !ok {
		return to, l.refuseMoment(l.cell(FieldEndDate)+" "+end, "is no time with a date")
	}
	if _, clockOnly := parseClock(end); clockOnly && !isOwn && to.second < from.second {
		to.day = to.day.AddDays(1)
	}
	return to, nil
}

// refuseMoment refuses a row for a text that is not the date or the time that it should be.
func (l *line) refuseMoment(text, what string) error {
	text = strings.TrimSpace(text)
	return l.refuse("%q %s", text, whyNoDate(text, what, l.order))
}
