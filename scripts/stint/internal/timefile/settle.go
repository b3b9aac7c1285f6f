package timefile

import "time"

// settle decides on the moment of the start and on the duration. In the hour that comes twice when
// clocks are put back, it is the moments that fit the duration, else the first ones.
func (r reading) settle(d *draft, from, to stamp, hasEnd bool, written *length) error {
	starts, err := r.moments(d, from)
	if err != nil {
		return err
	}
	ends, err := r.moments(d, to)
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
	d.Start, d.Day = start, startOfDay(dayOf(start), r.zone)
	d.Duration = choose(span, written)
	return d.checkDuration(span)
}

// moments are when a stamp can be. Errors: Refused for an hour that clocks leave out.
func (r reading) moments(d *draft, s stamp) ([]time.Time, error) {
	all := s.moments(r.zone)
	if len(all) == 0 {
		return nil, d.refuse("%s does not exist in %s, where clocks were put forward: give the time zone of the file with %s", s.wall, r.zone, ZoneFlag)
	}
	return all, nil
}

// checkDuration refuses durations that are mistakes.
func (d *draft) checkDuration(span time.Duration) error {
	switch {
	case span < 0:
		return d.refuse("ends before it starts")
	case d.Duration > maxDuration:
		return d.refuse("takes longer than ten years")
	case d.Duration > span+24*time.Hour:
		return d.refuse("takes %s, and %s from start to end", d.Duration, span)
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
