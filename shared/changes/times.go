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

// maxTimes is how many changed entries one call reads.
const maxTimes = 200

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
	rows, stop := firstEntries(x.pending(p))
	found, err := t.store.Changed(ctx, rows)
	if err != nil {
		return totals.Changed{}, err
	}
	out := totals.Changed{Next: string(x.advance(p, stop, now).encode()), More: stop != nil || !x.isComplete, Certain: domain.InstantOf(now.Add(-settleTime))}
	for _, c := range found {
		if user, days, ok := timeOf(c); ok {
			out.Add(user, days)
		}
	}
	return out, nil
}

// firstEntries are the rows of the first entries. stop is the row after them; nil when
// there is none.
func firstEntries(all []pending) (rows []store.ChangeRow, stop *pending) {
	for i, r := range all {
		if len(rows) == maxTimes {
			return rows, &all[i]
		}
		if r.Type() == domain.ChangeEntry {
			rows = append(rows, r.ChangeRow)
		}
	}
	return rows, nil
}

// timeOf gives the days that a change of an entry affects; ok is false for a timer, which
// is in no total, and for a row without a record.
func timeOf(c store.Changed) (user domain.ID, days domain.DaySpan, ok bool) {
	switch {
	case c.Mark != nil && c.Mark.Days != nil:
		return c.Mark.UserID, *c.Mark.Days, true
	case c.Entry != nil && !c.Entry.Running():
		return c.Entry.UserID, c.Entry.TotalDays(), true
	}
	return "", days, false
}
