package store

import (
	"stint/shared/domain"
	"stint/shared/table"
)

// EntryExternalID names an external id of an owner's entries.
type EntryExternalID struct {
	User domain.ID
	ID   domain.ExternalID
}

// EntryKey names an entry. The id of an entry is unique for its owner only.
type EntryKey struct{ User, ID domain.ID }

// overlapGuard is the number of a user's writes that could overlap.
type overlapGuard struct {
	N int64 `db:"n"`
}

// overlapGuardsIn takes the guards of users from the items that were read; a
// missing guard is 0.
func overlapGuardsIn(f table.Items, w domain.ID, users []domain.ID) (map[domain.ID]int64, error) {
	counts := make(map[domain.ID]int64, len(users))
	for _, u := range users {
		g, _, err := table.Lookup[overlapGuard](f, overlapGuardKey(w, u))
		if err != nil {
			return nil, err
		}
		counts[u] = g.N
	}
	return counts, nil
}

// entryMarksIn takes the marks of deleted entries from the items that were read.
func entryMarksIn(f table.Items, w domain.ID, keys []EntryKey) (map[EntryKey]domain.DeletionMark, error) {
	marks := map[EntryKey]domain.DeletionMark{}
	for _, k := range keys {
		_, mark, err := recordOrMark[domain.Entry](f, entryKey(w, k.User, k.ID))
		if err != nil {
			return nil, err
		}
		if mark != nil {
			mark.Moment = table.MomentOf(f[entryKey(w, k.User, k.ID)])
			marks[k] = *mark
		}
	}
	return marks, nil
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
