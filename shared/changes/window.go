package changes

import (
	"cmp"
	"context"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/store/feeddb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// maxRows is how many rows of the index a read examines at most. It examines more only
// when one bucket has more.
const maxRows = 1000

// window is the buckets that a read examines, each with all its rows.
type window struct {
	begin, end bucket // the buckets from begin to before end were examined
	isComplete bool   // there are no later rows
	buckets    []bucket
	rows       map[bucket][]feeddb.ChangeRow
}

// readWindow reads the rows of whole buckets, at least one.
func (f *Feed) readWindow(ctx context.Context, w domain.ID, begin bucket) (x window, err error) {
	rows, more, err := f.store.ChangeRows(ctx, w, table.Moment(begin.start()), lastMoment, maxRows)
	if err != nil {
		return x, err
	}
	x = newWindow(begin, rows)
	if !more {
		x.isComplete, x.end = true, max(x.end, begin)
		return x, nil
	}
	if len(x.buckets) > 1 { // the rows of the last bucket may not be complete
		last := x.buckets[len(x.buckets)-1]
		x.buckets, x.end = x.buckets[:len(x.buckets)-1], last
		delete(x.rows, last)
		return x, nil
	}
	only := x.buckets[0]
	rows, _, err = f.store.ChangeRows(ctx, w, table.Moment(only.start()), table.Moment((only + 1).start()), 0)
	rows = slices.DeleteFunc(rows, func(r feeddb.ChangeRow) bool { return rowBucket(r) != only })
	x = newWindow(begin, rows)
	x.end = only + 1
	return x, err
}

// lastMoment sorts after all moments.
const lastMoment = "~"

func newWindow(begin bucket, rows []feeddb.ChangeRow) window {
	x := window{begin: begin, end: begin, rows: map[bucket][]feeddb.ChangeRow{}}
	slices.SortFunc(rows, func(a, b feeddb.ChangeRow) int {
		return cmp.Or(cmp.Compare(a.Moment, b.Moment), a.Key.Compare(b.Key))
	})
	for _, r := range rows {
		b := rowBucket(r)
		if _, known := x.rows[b]; !known {
			x.buckets = append(x.buckets, b)
		}
		x.rows[b] = append(x.rows[b], r)
		x.end = b + 1
	}
	return x
}

func rowBucket(r feeddb.ChangeRow) bucket {
	at, _ := table.ParseMoment(r.Moment)
	return bucketOf(at)
}

// pending is a row that was not read before, or not to its end.
type pending struct {
	feeddb.ChangeRow
	bucket bucket
	index  int // in the rows of the bucket
}

// pending lists the rows that the position does not cover, in their order.
func (x window) pending(p position) (all []pending) {
	for _, b := range x.buckets {
		rows := x.rows[b]
		for i, isCovered := range p.memory[b].covered(hashesOf(rows)) {
			if !isCovered {
				all = append(all, pending{ChangeRow: rows[i], bucket: b, index: i})
			}
		}
	}
	return all
}

// advance is the position after the rows of a window before stop were read; nil is all rows.
func (x window) advance(p position, stop *pending, now time.Time) position {
	next := position{floor: p.floor, scan: p.floor}
	end, isComplete := x.end, stop == nil && x.isComplete
	if stop != nil {
		end = stop.bucket
	}
	if !isComplete {
		next.scan = end
	}
	next.memory = x.remember(p, end, isComplete)
	if stop != nil {
		next.memory[stop.bucket] = p.memory[stop.bucket].remember(hashesOf(x.rows[stop.bucket]), stop.index)
	}
	if x.begin == p.floor {
		next.raiseFloor(end, isComplete, bucketOf(now.Add(-settleTime)))
	}
	return next
}

// remember is the memory of the buckets of a position after those of the window before end were
// read. Buckets outside of what was read stay as they are; isComplete says that all later ones
// were read.
func (x window) remember(p position, end bucket, isComplete bool) map[bucket]memory {
	all := map[bucket]memory{}
	for b, m := range p.memory {
		if b < x.begin || b >= end && !isComplete {
			all[b] = m
		}
	}
	for _, b := range x.buckets {
		if rows := hashesOf(x.rows[b]); b < end {
			all[b] = p.memory[b].remember(rows, len(rows))
		}
	}
	return all
}

// raiseFloor moves the floor over the buckets that were read to their ends and are settled.
func (p *position) raiseFloor(end bucket, isComplete bool, settled bucket) {
	if isComplete || settled < end {
		end = settled
	}
	p.floor = max(p.floor, end)
	p.scan = max(p.scan, p.floor)
	for b := range p.memory {
		if b < p.floor {
			delete(p.memory, b)
		}
	}
}

// expansion is how far the entries of a submission were read: a change of a submission is
// followed by its entries, because it may lock them.
type expansion struct {
	row   rowHash // of the submission
	after string  // see timesheetdb.StampedEntries
}

// maxExpansions is how often a page reads entries of submissions, at most 1,000 at a time. So
// users who submit again and again do not make the feed slow for others. A page that ends
// there may be empty, and the next one continues.
const maxExpansions = 5

// entriesPerItem is how many entries of a submission are read for each item that the page
// has room for. Entries of other submissions may be between them.
const entriesPerItem = 50

// expand adds the entries of a submission, whose locks may have changed with it. ended is
// false when the page is full, or has read enough entries.
func (p *pageReader) expand(ctx context.Context, x feeddb.Changed, row rowHash, after string) (ended bool, err error) {
	for first := true; first || after != ""; first = false {
		if p.room() == 0 || p.expanded == maxExpansions {
			p.expansion = &expansion{row: row, after: after}
			return false, nil
		}
		p.expanded++
		found, next, err := p.store.StampedEntries(ctx, p.request.Caller.WorkspaceID(), *x.Submission, after,
			min(maxRows, entriesPerItem*p.room()))
		if err != nil {
			return false, err
		}
		if len(found) > p.room() {
			found = found[:p.room()]
			next = found[len(found)-1].Position
		}
		if err := p.addEntries(ctx, x, found); err != nil {
			return false, err
		}
		after = next
	}
	return true, nil
}

// addEntries adds entries of a submission that changed. It leaves out those whose own change is later and unread.
func (p *pageReader) addEntries(ctx context.Context, x feeddb.Changed, found []timesheetdb.StampedEntry) error {
	var all []feeddb.Changed
	for _, e := range found {
		if p.ahead.has(feeddb.ChangeRow{Key: e.Key, Moment: e.Moment}, x.Moment) {
			p.left++
			continue
		}
		all = append(all, feeddb.Changed{Type: feed.ChangeEntry, Moment: x.Moment, Entry: &e.Entry})
	}
	v, err := p.loadView(ctx, all)
	if err != nil {
		return err
	}
	for _, entry := range all {
		if v.isOfAnother(*entry.Entry, x.Submission.ID) {
			continue
		}
		item, ok := v.item(entry)
		item.OfLock = true
		p.add(item, ok)
	}
	return nil
}
