package locale

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
)

// Formatter writes values in a language and a time zone.
type Formatter struct {
	language Language
	zone     *time.Location
	forms    conventions
}

// NewFormatter makes a formatter. A nil zone is UTC.
func NewFormatter(l Language, zone *time.Location) Formatter {
	if zone == nil {
		zone = time.UTC
	}
	return Formatter{language: l, zone: zone, forms: l.conventions()}
}

// Language is the formatter's language.
func (f Formatter) Language() Language { return f.language }

// Date is a day with the name of its month: 1 July 2026, 1. Juli 2026, 1er juillet 2026,
// 1 de julio de 2026.
func (f Formatter) Date(d domain.Date) string { return f.forms.write(f.forms.longDate, parse(d)) }

// FullDate is a day with its day of the week: Wednesday, 1 July 2026.
func (f Formatter) FullDate(d domain.Date) string { return f.forms.write(f.forms.fullDate, parse(d)) }

// ShortDate is a day for a table: 1 Jul 2026, 01.07.2026, 1er juil. 2026, 1 jul 2026.
func (f Formatter) ShortDate(d domain.Date) string { return f.forms.write(f.forms.shortDate, parse(d)) }

// Weekday is the short name of the day of the week: Wed, Mi, mer., mié.
func (f Formatter) Weekday(d domain.Date) string { return f.forms.shortDays[parse(d).Weekday()] }

// Month is the month of a day with its year: July 2026, julio de 2026.
func (f Formatter) Month(d domain.Date) string { return f.forms.write(f.forms.monthYear, parse(d)) }

// Period is the days from one to another, both included: 1–7 June 2026, 29 June – 5 July 2026. It is
// one date if they are the same day.
func (f Formatter) Period(from, to domain.Date) string {
	if from == to {
		return f.Date(from)
	}
	first, last := parse(from), f.Date(to)
	switch {
	case first.Year() != parse(to).Year():
		return f.Date(from) + " – " + last
	case first.Month() != parse(to).Month():
		return f.forms.write(f.forms.dayMonth, first) + " – " + last
	}
	return f.forms.write(f.forms.day, first) + "–" + last
}

// Time is the time of day, with 24 hours: 14:05.
func (f Formatter) Time(at domain.Instant) string { return at.In(f.zone).Format("15:04") }

// Moment is a day with the time and the zone: 1 July 2026, 14:05 UTC+2.
func (f Formatter) Moment(at domain.Instant) string {
	t := at.In(f.zone)
	return f.forms.write(f.forms.longDate, t) + ", " + t.Format("15:04") + nbsp + zoneOf(t)
}

// zoneOf is the offset from UTC: UTC, UTC+2, UTC−3:30. The names of zones are not the same in all languages, and
// many zones have none.
func zoneOf(t time.Time) string {
	_, offset := t.Zone()
	if offset == 0 {
		return "UTC"
	}
	at := time.Time{}.Add(time.Duration(max(offset, -offset)) * time.Second)
	text := "UTC" + map[bool]string{true: "+", false: "\u2212"}[offset > 0] + at.Format("15:04")
	text = strings.TrimSuffix(text, ":00")
	return strings.NewReplacer("+0", "+", "\u22120", "\u2212").Replace(text)
}

func parse(d domain.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d)) // a date was parsed before
	return t
}

// dayOf is the day of the month as a text has it.
func (c *conventions) dayOf(t time.Time) string {
	if t.Day() == 1 && c.firstDay != "" {
		return c.firstDay
	}
	return t.Format("2")
}

// write writes a day in a pattern. Text in quotes stays as it is.
func (c *conventions) write(pattern string, t time.Time) string {
	var out strings.Builder
	for i, part := range strings.Split(pattern, "'") {
		if i%2 == 1 {
			out.WriteString(part)
			continue
		}
		out.WriteString(strings.NewReplacer(
			"dd", t.Format("02"), "d", c.dayOf(t), "MMMM", c.months[t.Month()-1], "MMM", c.shortMonths[t.Month()-1], "MM",
			t.Format("01"), "y", t.Format("2006"), "E", c.days[t.Weekday()],
		).Replace(part))
	}
	return out.String()
}

// Duration is a time of work with its units, rounded to the minute: 7 h 30 min, 7 Std. 30 Min. It is for text;
// a column has Clock.
func (f Formatter) Duration(seconds int64) string {
	hours, minutes := hoursAndMinutes(seconds)
	switch {
	case hours == 0:
		return strconv.FormatInt(minutes, 10) + nbsp + f.forms.minutes
	case minutes == 0:
		return f.Number(hours) + nbsp + f.forms.hours
	}
	return f.Number(hours) + nbsp + f.forms.hours + " " + strconv.FormatInt(minutes, 10) + nbsp + f.forms.minutes
}

// Clock is a time of work as hours and minutes, rounded to the minute: 7:30, 120:05.
func (f Formatter) Clock(seconds int64) string {
	hours, minutes := hoursAndMinutes(seconds)
	return fmt.Sprintf("%d:%02d", hours, minutes)
}

func hoursAndMinutes(seconds int64) (hours, minutes int64) {
	minutes = (seconds + 30) / 60
	return minutes / 60, minutes % 60
}

// Number is a whole number with its groups: 1,234,567.
func (f Formatter) Number(n int64) string { return f.Decimal(n, 0) }

// Decimal is a number of units of 10^-digits, with that many decimals: Decimal(123450, 2) is
// 1,234.50 in English and 1.234,50 in German.
func (f Formatter) Decimal(n int64, digits int) string {
	sign, abs := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, abs = "-", abs[1:]
	}
	if missing := digits + 1 - len(abs); missing > 0 {
		abs = strings.Repeat("0", missing) + abs
	}
	whole, rest := abs[:len(abs)-digits], abs[len(abs)-digits:]
	if digits > 0 {
		rest = f.forms.decimal + rest
	}
	return sign + f.grouped(whole) + rest
}

func (f Formatter) grouped(whole string) string {
	if len(whole) < 3+f.forms.minGroup {
		return whole
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + f.forms.group + whole[i:]
	}
	return whole
}

// Money is an amount in minor units of its currency: €1,234.50, 1.234,50 €. Euro, dollar,
// pound and yen have their sign where the language has a clear one; all other currencies have their code.
func (f Formatter) Money(minor int64, c domain.Currency) string {
	amount, sign := f.Decimal(max(minor, -minor), c.Digits()), f.sign(c)
	minus := ""
	if minor < 0 {
		minus = "-"
	}
	switch {
	case !f.forms.signFirst:
		return minus + amount + nbsp + sign
	case sign == string(c):
		return minus + sign + nbsp + amount
	}
	return minus + sign + amount
}

func (f Formatter) sign(c domain.Currency) string {
	sign := map[domain.Currency]string{"EUR": "€", "USD": f.forms.dollar, "GBP": f.forms.pound, "JPY": f.forms.yen}[c]
	if sign == "" {
		return string(c)
	}
	return sign
}
