package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// EntryExternalID names an external id of an owner's entries.
type EntryExternalID struct {
	User domain.ID
	ID   domain.ExternalID
}

// externalIDActions reserve, move and free the external ids of entries and timers that
// change. taken is the error of an id that an entry outside of the changes has. What
// frees or moves an id has no condition of its own: the writes of the entries have one.
func externalIDActions(w domain.ID, taken error, changes ...domain.EntryChange) []table.Action {
	var actions []table.Action
	for _, m := range domain.ExternalIDMoves(changes...) {
		k := entryExternalIDKey(w, m.Owner, m.ExternalID)
		switch held := table.Encode(k, guardHolder{ID: m.To}); {
		case m.To == "":
			actions = append(actions, table.Delete(k))
		case m.From == "":
			actions = append(actions, table.Create(held).Or(taken))
		default:
			actions = append(actions, table.Put(held))
		}
	}
	return actions
}

// freeExternalID frees the external id of an entry that is deleted.
func freeExternalID(w domain.ID, e domain.Entry) []table.Action {
	return externalIDActions(w, nil, domain.EntryChange{Before: &e})
}

// EntriesByExternalID reads the entries and running timers of users with an external id, at
// most one of each user and newest first. Strongly consistent.
func (s *Store) EntriesByExternalID(ctx context.Context, w domain.ID, users []domain.ID, x domain.ExternalID) (all []domain.Entry, err error) {
	left := make([]EntryExternalID, len(users))
	for i, u := range users {
		left[i] = EntryExternalID{User: u, ID: x}
	}
	for tries := 0; tries < maxGuardReads && len(left) > 0; tries++ {
		var found []domain.Entry
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
func (s *Store) readHolders(ctx context.Context, w domain.ID, named []EntryExternalID) (all []domain.Entry, moved []EntryExternalID, err error) {
	keys := make([]table.Key, len(named))
	for i, x := range named {
		keys[i] = entryExternalIDKey(w, x.User, x.ID)
	}
	items, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, nil, err
	}
	holders, err := externalIDHoldersIn(items, w, named)
	if err != nil || len(holders) == 0 {
		return nil, nil, err
	}
	var refs Refs
	for x, id := range holders {
		refs.Entries, refs.Timers = append(refs.Entries, EntryKey{User: x.User, ID: id}), append(refs.Timers, x.User)
	}
	records, err := s.Records(ctx, w, refs)
	if err != nil {
		return nil, nil, err
	}
	for x, id := range holders {
		e, ok := records.Entries[EntryKey{User: x.User, ID: id}]
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

// externalIDHoldersIn takes from the items that were read which entries have the
// external ids.
func externalIDHoldersIn(f table.Items, w domain.ID, named []EntryExternalID) (map[EntryExternalID]domain.ID, error) {
	held, err := lookupAll[guardHolder](f, named, func(x EntryExternalID) table.Key { return entryExternalIDKey(w, x.User, x.ID) })
	entries := make(map[EntryExternalID]domain.ID, len(held))
	for x, holder := range held {
		entries[x] = holder.ID
	}
	return entries, err
}
