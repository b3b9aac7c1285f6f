package changes

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timelog"
	"stint/shared/store/feeddb"
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
		var rows []feeddb.ChangeRow
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

func daysOf(found []feeddb.Changed) (out totals.Changed) {
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
func firstEntries(all []pending, most int) (rows []feeddb.ChangeRow, stop *pending) {
	for i, r := range all {
		if len(rows) == most {
			return rows, &all[i]
		}
		if r.Type() == feed.ChangeEntry {
			rows = append(rows, r.ChangeRow)
		}
	}
	return rows, nil
}

// timeOf gives the days that a change of an entry affects: none for a timer, which is in no
// total, and for a row without a record.
func timeOf(c feeddb.Changed) (user domain.ID, days []domain.DaySpan) {
	switch {
	case c.Mark != nil:
		return c.Mark.UserID, timelog.DeletedDays(*c.Mark)
	case c.Entry != nil && !c.Entry.Running():
		return c.Entry.UserID, c.Entry.ChangedDays()
	}
	return "", nil
}

// bucket is a period of bucketTime, numbered from 1970.
type bucket int64

func bucketOf(at time.Time) bucket { return bucket(at.UnixMicro() / bucketTime.Microseconds()) }

func (b bucket) start() time.Time { return time.UnixMicro(int64(b) * bucketTime.Microseconds()) }

// rowHash identifies a row, or several in their order.
type rowHash [6]byte

// hashRow identifies a row with its moment, so that a record that changed again has another
// hash.
func hashRow(r feeddb.ChangeRow) rowHash {
	digest := sha256.Sum256([]byte(r.Key.PK + "\n" + r.Key.SK + "\n" + r.Moment))
	return rowHash(digest[:len(rowHash{})])
}

func hashAll(rows []rowHash) rowHash {
	digest := sha256.New()
	for _, h := range rows {
		digest.Write(h[:])
	}
	return rowHash(digest.Sum(nil)[:len(rowHash{})])
}

func hashesOf(rows []feeddb.ChangeRow) []rowHash {
	all := make([]rowHash, len(rows))
	for i, r := range rows {
		all[i] = hashRow(r)
	}
	return all
}

// memory is what was read of a bucket.
type memory struct {
	exact []rowHash // the rows that were read, beginning with the first ones; nil if only their number is known
	first int       // how many of the first rows of the bucket were read, without a gap
	hash  rowHash   // of these first rows; unset if exact is set
}

// covered says for each row of a bucket whether it was read. If only the number of the first
// rows is known and these are now other ones, none counts as read.
func (m memory) covered(rows []rowHash) []bool {
	covered := make([]bool, len(rows))
	if m.exact == nil && (m.first > len(rows) || hashAll(rows[:m.first]) != m.hash) {
		return covered
	}
	for i, h := range rows {
		covered[i] = m.exact == nil && i < m.first || slices.Contains(m.exact, h)
	}
	return covered
}

// remember is the memory of a bucket after its rows before end were read. Later rows that were
// read before stay in it, if they are remembered one by one.
func (m memory) remember(rows []rowHash, end int) memory {
	next := memory{exact: slices.Clone(rows[:end]), first: end}
	for _, h := range rows[end:] {
		if slices.Contains(m.exact, h) {
			next.exact = append(next.exact, h)
		}
	}
	return next
}
