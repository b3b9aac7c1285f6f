package store

import (
	"context"

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

// EntryByExternalID reads the entry or the running timer of a user with an external id;
// nil when there is none. Strongly consistent.
func (s *Store) EntryByExternalID(ctx context.Context, w, u domain.ID, x domain.ExternalID) (*domain.Entry, error) {
	for range maxGuardReads {
		holder, held, err := table.Get[guardHolder](ctx, s.table, entryExternalIDKey(w, u, x))
		if err != nil || !held {
			return nil, err
		}
		found, err := s.FindEntries(ctx, w, holder.ID, u)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 && found[0].ExternalID == x {
			return &found[0], nil
		}
	}
	return nil, nil // it moves from entry to entry
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
