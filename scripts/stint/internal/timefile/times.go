package timefile

import (
	"strconv"
	"strings"
	"time"
)

// hoursOrSeconds is why a row is left out whose duration is a whole number.
const hoursOrSeconds = "has the duration %s, which can be hours or seconds, because there is no end"

// readTime reads when the time was and how long it took. Errors: Refused.
func (r reading) readTime(d *draft, rec record) error {
	written, err := r.readLength(d, rec)
	if err != nil {
		return err
	}
	start, end := r.cell(rec, fieldStart), r.cell(rec, fieldEnd)
	if start == "" {
		return r.readDay(d, rec, written)
	}
	if end == "" && (r.at[fieldEnd] >= 0 && !r.optionalEnd || written == nil) {
		return d.refuse("has no end: the timer is still running")
	}
	from, ok := parseStamp(start, r.cell(rec, fieldDate), r.order)
	if !ok {
		return r.refuseMoment(d, r.cell(rec, fieldDate)+" "+start, "is no time with a date")
	}
	to := from
	if end != "" {
		if to, err = r.readEnd(d, rec, from, end); err != nil {
			return err
		}
	}
	if end == "" && written.other > 0 {
		return d.refuse(hoursOrSeconds, r.cell(rec, fieldDuration))
	}
	return r.settle(d, from, to, end != "", written)
}

// readLength reads the duration. It is nil if the row has none.
func (r reading) readLength(d *draft, rec record) (*length, error) {
	if text := r.cell(rec, fieldSeconds); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || time.Duration(n)*time.Second > maxDuration {
			return nil, d.refuse("%q is no number of seconds", text)
		}
		return &length{Duration: time.Duration(n) * time.Second, grain: time.Second}, nil
	}
	for _, f := range []field{fieldDuration, fieldHours} {
		if text := r.cell(rec, f); text != "" {
			l, ok := r.parseLength(text)
			if !ok {
				return nil, d.refuse("%q is no duration", text)
			}
			return &l, nil
		}
	}
	return nil, nil
}

func (l layout) parseLength(text string) (length, bool) {
	if l.inSeconds {
		if seconds, ok := parseSeconds(text); ok {
			return seconds, true
		}
	}
	return parseLength(text)
}

// readDay is for rows without clock times.
func (r reading) readDay(d *draft, rec record, written *length) error {
	text := r.cell(rec, fieldDate)
	day, ok := parseDate(dateWord(text), r.order)
	switch {
	case text == "":
		return d.refuseTotal()
	case !ok:
		return r.refuseMoment(d, text, "is no date")
	case written == nil:
		return d.refuse("has neither a start nor a duration")
	case written.other > 0:
		return d.refuse(hoursOrSeconds, r.cell(rec, fieldDuration))
	}
	d.Duration, d.Day = written.Duration, startOfDay(day, r.zone)
	return nil
}

// refuseTotal refuses a row without a date. A line of totals names no person and no work.
func (d draft) refuseTotal() error {
	isTotal := d.Person == (Person{}) && d.Task+d.Description == "" && len(d.Tags) == 0
	return Refused{Line: d.Line, Reason: "has no date, as a line of totals", IsTotal: isTotal}
}

// dayIn is the day of a row, also of one that is left out; zero if it cannot be read.
func (r reading) dayIn(rec record) time.Time {
	start := r.cell(rec, fieldStart)
	for _, text := range []string{start, "00:00"} {
		if s, ok := parseStamp(text, dateWord(r.cell(rec, fieldDate)), r.order); ok {
			if s.at.IsZero() {
				return startOfDay(s.day, r.zone)
			}
			return startOfDay(dayOf(s.at.In(r.zone)), r.zone)
		}
	}
	if day, ok := parseDate(dateWord(start), r.order); ok {
		return startOfDay(day, r.zone)
	}
	return time.Time{}
}

// readEnd reads the end. Without a date of its own, it is on the day of the start, or on the next
// day if it is earlier than the start.
func (r reading) readEnd(d *draft, rec record, from stamp, end string) (stamp, error) {
	date := r.cell(rec, fieldEndDate)
	isOwn := date != ""
	if !isOwn {
		date = string(from.day)
	}
	to, ok := parseStamp(end, date, r.order)
	if !ok {
		return to, r.refuseMoment(d, r.cell(rec, fieldEndDate)+" "+end, "is no time with a date")
	}
	if _, clockOnly := parseClock(end); clockOnly && !isOwn && to.second < from.second {
		to.day = to.day.AddDays(1)
	}
	return to, nil
}

// refuseMoment refuses a row for a text that is not the date or the time that it should be.
func (r reading) refuseMoment(d *draft, text, what string) error {
	text = strings.TrimSpace(text)
	return d.refuse("%q %s", text, noDate(text, what, r.order))
}
