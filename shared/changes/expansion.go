package changes

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// expansion is how far the entries of a submission were read: a change of a submission is
// followed by its entries, because it may lock them.
type expansion struct {
	row   rowHash // of the submission
	after string  // see store.StampedEntries
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
