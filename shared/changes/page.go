package changes

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// pageReader makes the items of one page.
type pageReader struct {
	*Feed
	request   Request
	types     map[domain.ChangeType]bool
	resumed   *expansion // where the page before ended; nil unless in an expansion
	now       domain.Instant
	items     []Item
	expansion *expansion // where this page ended; nil unless in an expansion
	expanded  int        // how often the entries of submissions were read
}

func (p *pageReader) room() int { return p.request.Limit - len(p.items) }

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
		row := hashRow(rows[i].ChangeRow)
		resumes := p.resumed != nil && p.resumed.row == row
		if p.types[x.Type] && !resumes {
			p.add(v.item(x))
		}
		if x.Submission == nil || !p.types[domain.ChangeEntry] || !v.knowsTime(*x.Submission) {
			continue
		}
		after := ""
		if resumes {
			after = p.resumed.after
		}
		if ended, err := p.expand(ctx, x, row, after); err != nil || !ended {
			return i, err
		}
	}
	return len(rows), nil
}

func (p *pageReader) add(item Item, ok bool) {
	if ok {
		p.items = append(p.items, item)
	}
}

// readRecords reads the records of rows. It leaves out those of other kinds, and those
// that were changed again: they have a newer row.
func (p *pageReader) readRecords(ctx context.Context, rows []pending) ([]store.Changed, error) {
	var rowsToRead []store.ChangeRow
	for _, r := range rows {
		if p.reads(r.Type()) {
			rowsToRead = append(rowsToRead, r.ChangeRow)
		}
	}
	found, err := p.store.Changed(ctx, rowsToRead)
	if err != nil {
		return nil, err
	}
	all := make([]store.Changed, len(rows))
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
func (p *pageReader) reads(kind domain.ChangeType) bool {
	return p.types[kind] || kind == domain.ChangeSubmission && p.types[domain.ChangeEntry]
}

// maxExpansions is how often a page reads entries of submissions, at most 1,000 at a time:
// who submits again and again must not make the feed slow for others. A page that ends
// there may be empty, and the next one continues.
const maxExpansions = 5

// entriesPerItem is how many entries of a submission are read for each item that the page
// has room for. Entries of other submissions may be between them.
const entriesPerItem = 50

// expand adds the entries of a submission, whose locks may have changed with it. ended is
// false when the page is full, or has read enough entries.
func (p *pageReader) expand(ctx context.Context, x store.Changed, row rowHash, after string) (ended bool, err error) {
	for first := true; first || after != ""; first = false {
		if p.room() == 0 || p.expanded == maxExpansions {
			p.expansion = &expansion{row: row, after: after}
			return false, nil
		}
		p.expanded++
		found, next, err := p.store.StampedEntries(ctx, p.request.Viewer.WorkspaceID(), *x.Submission, after, min(maxRows, entriesPerItem*p.room()))
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

// addEntries adds entries of a submission that changed.
func (p *pageReader) addEntries(ctx context.Context, x store.Changed, found []store.StampedEntry) error {
	all := make([]store.Changed, len(found))
	for i := range found {
		all[i] = store.Changed{Type: domain.ChangeEntry, Moment: x.Moment, Entry: &found[i].Entry}
	}
	v, err := p.loadView(ctx, all)
	if err != nil {
		return err
	}
	for _, entry := range all {
		item, ok := v.item(entry)
		item.OfLock = true
		p.add(item, ok)
	}
	return nil
}
