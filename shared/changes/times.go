package changes

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/totals"
)

// Times reads the changes of entries for running totals.
type Times struct{ *Feed }

var _ totals.Changes = Times{}

// A call reads so little that the totals of the days can be summed up in a short time.
const (
	maxTimes  = 25 // changed entries, at most
	maxMonths = 50 // months of users with these changes, at most, unless one change has more
)

// FromNow implements totals.Changes.
func (t Times) FromNow(ctx context.Context, w domain.ID) (string, error) {
	p, err := t.Feed.FromNow(ctx, w)
	return string(p), err
}

// ChangedTime implements totals.Changes.
func (t Times) ChangedTime(ctx context.Context, w domain.ID, from string) (totals.Changed, error) {
	p, ok := Position(from).decode()
	now := t.now()
	if !ok || p.isTooOld(now) {
		return totals.Changed{}, totals.ErrTooOld
	}
	x, err := t.readWindow(ctx, w, p.begin(now))
	if err != nil {
		return totals.Changed{}, err
	}
	out, stop, err := t.readTimes(ctx, x.pending(p))
	if err != nil {
		return totals.Changed{}, err
	}
	next := x.advance(p, stop, now)
	out.Next, out.More = string(next.encode()), stop != nil || !x.isComplete
	out.Certain = domain.InstantOf(now.Add(-settleTime))
	if out.More {
		out.Certain = domain.InstantOf(next.floor.start())
	}
	return out, nil
}

// readTimes reads the days of the first entries: of fewer if they have too many months. stop is
// the row after them; nil when there is none.
func (t Times) readTimes(ctx context.Context, all []pending) (out totals.Changed, stop *pending, err error) {
	for most := maxTimes; ; most /= 2 {
		var rows []store.ChangeRow
		rows, stop = firstEntries(all, most)
		found, err := t.store.Changed(ctx, rows)
		if err != nil {
			return out, stop, err
		}
		if out = daysOf(found); most == 1 || out.Months() <= maxMonths {
			return out, stop, nil
		}
	}
}

func daysOf(found []store.Changed) (out totals.Changed) {
	for _, c := range found {
		user, days := timeOf(c)
		for _, span := range days {
			out.Add(user, span)
		}
	}
	return out
}

// firstEntries are the rows of the first entries, most at most. stop is the row after them; nil when
// there is none.
func firstEntries(all []pending, most int) (rows []store.ChangeRow, stop *pending) {
	for i, r := range all {
		if len(rows) == most {
			return rows, &all[i]
		}
		if r.Type() == domain.ChangeEntry {
			rows = append(rows, r.ChangeRow)
		}
	}
	return rows, nil
}

// timeOf gives the days that a change of an entry affects: none for a timer, which is in no
// total, and for a row without a record.
func timeOf(c store.Changed) (user domain.ID, days []domain.DaySpan) {
	switch {
	case c.Mark != nil && c.Mark.Days != nil:
		return c.Mark.UserID, []domain.DaySpan{*c.Mark.Days}
	case c.Entry != nil && !c.Entry.Running():
		return c.Entry.UserID, c.Entry.ChangedDays()
	}
	return "", nil
}
