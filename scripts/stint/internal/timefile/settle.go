package timefile

import (
	"strconv"
	"time"
)

// settle decides on the moment of the start and on the duration. In the hour that comes twice when
// clocks are put back, it is the moments that fit the duration, else the first ones.
func (l *line) settle(from, to stamp, hasEnd bool, written *length) error {
	starts, err := l.moments(from)
	if err != nil {
		return err
	}
	ends, err := l.moments(to)
	if err != nil {
		return err
	}
	start, span := starts[0], time.Duration(0)
	if hasEnd {
		written = written.nearest(ends[0].Sub(starts[0]))
		start, span = fit(starts, ends, written)
	} else {
		span = written.Duration
	}
	l.Start, l.Day = start, startOfDay(dayOf(start), l.zone)
	l.Duration = choose(span, written)
	return l.checkDuration(span)
}

// moments are when a stamp can be. Errors: Refused for an hour that clocks leave out.
func (l *line) moments(s stamp) ([]time.Time, error) {
	all := s.moments(l.zone)
	if len(all) == 0 {
		return nil, l.refuse("%s does not exist in %s, where clocks were put forward: give the time zone of the file with %s",
			s.wall, l.zone, ZoneFlag)
	}
	return all, nil
}

// checkDuration refuses durations that are mistakes.
func (r *Row) checkDuration(span time.Duration) error {
	switch {
	case span < 0:
		return r.refuse("ends before it starts")
	case r.Duration > maxDuration:
		return r.refuse("takes longer than ten years")
	case r.Duration > span+24*time.Hour:
		return r.refuse("takes %s, and %s from start to end", r.Duration, span)
	}
	return nil
}

// fit returns the start and the span of the first pair that has the duration, or of the first pair
// that does not end before it starts.
func fit(starts, ends []time.Time, written *length) (time.Time, time.Duration) {
	start, span := starts[0], ends[0].Sub(starts[0])
	for _, s := range starts {
		for _, e := range ends {
			length := e.Sub(s)
			if written != nil && (length-written.Duration).Abs() < max(written.grain, time.Second) {
				return s, length
			}
			if span < 0 && length >= 0 {
				start, span = s, length
			}
		}
	}
	return start, span
}

// choose decides between the time from start to end and the duration of the file. It is the
// duration, unless that only rounds the time from start to end.
func choose(span time.Duration, written *length) time.Duration {
	switch {
	case written == nil:
		return span
	case written.grain <= time.Second, (span - written.Duration).Abs() >= written.grain:
		return written.Duration
	}
	return span
}

// readRate reads the rate, a fixed price, and the amount. Next to a rate, a text that is no amount
// counts as none. Errors: Refused.
func (l *line) readRate() error {
	fixed, err := l.money(FieldFixed)
	if err != nil {
		return err
	}
	rate, err := l.hourly()
	if err != nil {
		return err
	}
	amount, err := l.money(FieldAmount)
	if err != nil && rate == nil {
		return err
	}
	l.SetRate(rate, fixed, amount)
	return nil
}

// hourly reads the rate. It is nil if the row has none.
func (l *line) hourly() (*int64, error) {
	minor := l.cell(FieldRateMinor)
	if minor == "" {
		return l.money(FieldRate)
	}
	n, err := strconv.ParseUint(minor, 10, 40)
	if err != nil {
		return nil, l.refuse("%q is no rate", minor)
	}
	return new(int64(n)), nil
}

// SetRate sets the amount and the rate. A fixed price, and an amount without a rate, give the rate
// whose amount is nearest; an amount says also that the time is billable, if the file does not say. A
// rate of 0 counts only for billable time.
func (r *Row) SetRate(rate, fixed, amount *int64) {
	if fixed != nil && *fixed > 0 {
		rate, amount = nil, fixed
	}
	if r.Amount = amount; amount != nil && *amount > 0 && r.Billable == nil {
		r.Billable = new(true)
	}
	if seconds := int64(r.Duration.Round(time.Second) / time.Second); rate == nil && amount != nil && seconds > 0 {
		rate = new(rateFor(*amount, seconds))
	}
	if rate != nil && (*rate > 0 || r.Billable != nil && *r.Billable) {
		r.HourlyRate = rate
	}
}

// money reads a cell with an amount. It is nil for an empty one.
func (l *line) money(f Field) (*int64, error) {
	text := l.cell(f)
	if text == "" || text == "-" {
		return nil, nil
	}
	minor, ok := ParseMoney(text, l.Currency)
	if !ok && isUnclear(text) {
		return nil, l.refuse("%q is unclear: write it with two decimals or without a separator", text)
	}
	if !ok {
		return nil, l.refuse("%q is no amount of money", text)
	}
	return &minor, nil
}
