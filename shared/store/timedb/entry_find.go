package timedb

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// EntriesByExternalID reads the entries and running timers of users with an external id, at
// most one of each user and newest first. Strongly consistent.
func (s *Store) EntriesByExternalID(
	ctx context.Context, w domain.ID, users []domain.ID, x domain.ExternalID,
) (all []timelog.Entry, err error) {
	defer core.Wrap(&err, "EntriesByExternalID", w)
	left := make([]core.EntryExternalID, len(users))
	for i, u := range users {
		left[i] = core.EntryExternalID{User: u, ID: x}
	}
	for tries := 0; tries < core.MaxGuardReads && len(left) > 0; tries++ {
		var found []timelog.Entry
		if found, left, err = s.readHolders(ctx, w, left); err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, CompareEntries)
	return all, nil // without those whose external id moves from entry to entry
}

// readHolders reads the entries that have external ids. moved are those that the entry has
// not any more.
func (s *Store) readHolders(
	ctx context.Context, w domain.ID, named []core.EntryExternalID,
) (all []timelog.Entry, moved []core.EntryExternalID, err error) {
	holders, err := s.Records(ctx, w, core.Refs{ExternalIDs: named})
	if err != nil || len(holders.ExternalIDs) == 0 {
		return nil, nil, err
	}
	var refs core.Refs
	for x, id := range holders.ExternalIDs {
		refs.Entries, refs.Timers = append(refs.Entries, core.EntryKey{User: x.User, ID: id}), append(refs.Timers, x.User)
	}
	records, err := s.Records(ctx, w, refs)
	if err != nil {
		return nil, nil, err
	}
	for x, id := range holders.ExternalIDs {
		e, ok := records.Entries[core.EntryKey{User: x.User, ID: id}]
		if !ok {
			e = records.Timers[x.User]
		}
		if e.ID == id && e.ExternalID == x.ID {
			all = append(all, e)
		} else {
			moved = append(moved, x)
		}
	}
	return all, moved, nil
}

// PageOfEntries is one page of entries that were read by their ids. They must be in the
// order of lists, as CompareEntries has it. Errors: validation cursor_invalid.
func (s *Store) PageOfEntries(
	ctx context.Context, p table.PageRequest, all []timelog.Entry,
) (_ table.Page[timelog.Entry], err error) {
	defer core.Wrap(&err, "PageOfEntries")
	page := table.Page[timelog.Entry]{Items: []timelog.Entry{}}
	last, err := s.Table.OpenKey(ctx, p, entriesByID)
	if err != nil {
		return page, err
	}
	for _, e := range all {
		if at := key.EntryPosition(e); p.Cursor != "" && comparePositions(at, last) <= 0 {
			continue
		}
		if len(page.Items) == min(p.Limit, domain.MaxFilterIDs) {
			page.Next, err = s.Table.SealKey(ctx, p, entriesByID, key.EntryPosition(page.Items[len(page.Items)-1]))
			break
		}
		page.Items = append(page.Items, e)
	}
	return page, err
}

// entriesByID names the list in its cursors.
const entriesByID = "entries by id"

// CompareEntries orders entries as lists do: newest first.
func CompareEntries(a, b timelog.Entry) int {
	return comparePositions(key.EntryPosition(a), key.EntryPosition(b))
}

func comparePositions(a, b table.Key) int {
	return cmp.Or(cmp.Compare(b.PK, a.PK), cmp.Compare(b.SK, a.SK))
}

// maxParallelWindows bounds how many windows are read at the same time.
const maxParallelWindows = 16

// EntriesInWindows reads the entries that start in the windows, running timers among
// them; strongly consistent.
func (s *Store) EntriesInWindows(
	ctx context.Context, w domain.ID, windows []timelog.Window,
) (_ []timelog.Entry, err error) {
	defer core.Wrap(&err, "EntriesInWindows", w)
	parts := make([][]timelog.Entry, len(windows))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelWindows)
	for i, win := range windows {
		group.Go(func() (err error) {
			parts[i], err = table.ReadAll[timelog.Entry](ctx, s.Table,
				StartTimeRange(table.ByLSK, key.TimePK(w, win.User), &win.From, &win.To))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(parts...), nil
}
