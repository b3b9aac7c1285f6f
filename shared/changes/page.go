package changes

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/store/feeddb"
)

// pageReader makes the items of one page.
type pageReader struct {
	*Feed
	request   Request
	types     map[feed.ChangeType]bool
	resumed   *expansion // where the page before ended; nil unless among the entries of a submission
	now       domain.Instant
	items     []Item
	expansion *expansion // where this page ended; nil as for resumed
	expanded  int        // how often the entries of submissions were read
	ahead     ahead      // rows that show entries again; none shows every entry at each row
	left      int        // how many entries were left to rows ahead
}

// room is how much more is read for the page. An entry that is left to a row ahead costs as much as one that is shown.
func (p *pageReader) room() int { return p.request.Limit - len(p.items) - p.left }

// maxChunk is how many rows are read together. The context of a row has several keys.
const maxChunk = 100

// read makes items of rows until the page is full. stop is the first row that it has not
// read to its end; nil when there is none.
func (p *pageReader) read(ctx context.Context, rows []pending) (stop *pending, err error) {
	p.items = []Item{}
	for len(rows) > 0 {
		if p.room() == 0 {
			return &rows[0], nil
		}
		n := min(len(rows), p.room(), maxChunk)
		done, err := p.readChunk(ctx, rows[:n])
		if err != nil {
			return nil, err
		}
		if done < n {
			return &rows[done], nil
		}
		rows = rows[n:]
	}
	return nil, nil
}

// readChunk makes items of rows, and returns how many it has read to their ends.
func (p *pageReader) readChunk(ctx context.Context, rows []pending) (done int, err error) {
	all, err := p.readRecords(ctx, rows)
	if err != nil {
		return 0, err
	}
	v, err := p.loadView(ctx, all)
	if err != nil {
		return 0, err
	}
	for i, x := range all {
		if x.Type == "" {
			continue
		}
		if p.room() == 0 {
			return i, nil
		}
		if ended, err := p.readRow(ctx, v, x, hashRow(rows[i].ChangeRow)); err != nil || !ended {
			return i, err
		}
	}
	return len(rows), nil
}

// readRow makes the items of one row: that of its record, and those of its entries if it is a
// submission. ended is false when it was not read to its end.
func (p *pageReader) readRow(ctx context.Context, v view, x feeddb.Changed, row rowHash) (ended bool, err error) {
	after, resumes := "", p.resumed != nil && p.resumed.row == row
	if resumes {
		after = p.resumed.after
	} else if p.types[x.Type] {
		p.addRecord(v, x)
	}
	if x.Submission == nil || !p.types[feed.ChangeEntry] || !v.knowsTime(*x.Submission) {
		return true, nil
	}
	return p.expand(ctx, x, row, after)
}

// addRecord adds the item of a record, unless it is an entry that comes later with its submission.
func (p *pageReader) addRecord(v view, x feeddb.Changed) {
	if p.ahead.showsWithSubmission(v, x) {
		p.left++
		return
	}
	p.add(v.item(x))
}

func (p *pageReader) add(item Item, ok bool) {
	if ok {
		p.items = append(p.items, item)
	}
}

// readRecords reads the records of rows. It leaves out those of other kinds, and those
// that were changed again: they have a newer row.
func (p *pageReader) readRecords(ctx context.Context, rows []pending) ([]feeddb.Changed, error) {
	var rowsToRead []feeddb.ChangeRow
	for _, r := range rows {
		if p.reads(r.Type()) {
			rowsToRead = append(rowsToRead, r.ChangeRow)
		}
	}
	found, err := p.store.Changed(ctx, rowsToRead)
	if err != nil {
		return nil, err
	}
	all := make([]feeddb.Changed, len(rows))
	for i, r := range rows {
		if !p.reads(r.Type()) {
			continue
		}
		if found[0].Moment <= r.Moment {
			all[i] = found[0]
		}
		found = found[1:]
	}
	return all, nil
}

// reads reports whether rows of a kind are read. A submission decides how its entries are
// shown.
func (p *pageReader) reads(kind feed.ChangeType) bool {
	return p.types[kind] || kind == feed.ChangeSubmission && p.types[feed.ChangeEntry]
}
