package store

import (
	"cmp"
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// PageOfEntries is one page of entries that were read by their ids. They must be in the
// order of lists, as CompareEntries has it. Errors: validation cursor_invalid.
func (s *Store) PageOfEntries(ctx context.Context, p PageRequest, all []domain.Entry) (Page[domain.Entry], error) {
	page := Page[domain.Entry]{Items: []domain.Entry{}}
	last, err := s.table.OpenKey(ctx, p, entriesByID)
	if err != nil {
		return page, err
	}
	for _, e := range all {
		if at := entryPosition(e); p.Cursor != "" && comparePositions(at, last) <= 0 {
			continue
		}
		if len(page.Items) == min(p.Limit, domain.MaxFilterIDs) {
			page.Next, err = s.table.SealKey(ctx, p, entriesByID, entryPosition(page.Items[len(page.Items)-1]))
			break
		}
		page.Items = append(page.Items, e)
	}
	return page, err
}

// entriesByID names the list in its cursors.
const entriesByID = "entries by id"

// CompareEntries orders entries as lists do: newest first.
func CompareEntries(a, b domain.Entry) int {
	return comparePositions(entryPosition(a), entryPosition(b))
}

func comparePositions(a, b table.Key) int {
	return cmp.Or(cmp.Compare(b.PK, a.PK), cmp.Compare(b.SK, a.SK))
}
