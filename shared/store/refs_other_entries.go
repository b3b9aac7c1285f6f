package store

import (
	"context"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/store/internal/core"
)

// Bounds of looking for the owners of entries in other workspaces, in one request.
const (
	maxOtherOwners = 20 // queries, each for the members whom the end of an id names
	maxNamedOwners = 10 // members of one query
)

// otherEntries names entries of other workspaces by ids alone.
type otherEntries struct {
	store   *Store
	user    domain.ID
	ids     []domain.ID
	queries int // so far
}

// in are the entries of a workspace that the ids may name: the user's own, and those of the members whom the ids name
// (domain.NewIDOf).
func (o *otherEntries) in(ctx context.Context, w domain.ID) (entries []core.EntryKey, err error) {
	byOwner := map[string][]domain.ID{}
	for _, id := range o.ids {
		entries = append(entries, core.EntryKey{User: o.user, ID: id})
		byOwner[id.OwnerBeginning()] = append(byOwner[id.OwnerBeginning()], id)
	}
	for _, beginning := range slices.Sorted(maps.Keys(byOwner)) {
		if o.queries == maxOtherOwners {
			break
		}
		o.queries++
		owners, err := o.store.MemberIDs(ctx, w, beginning, maxNamedOwners)
		if err != nil {
			return nil, err
		}
		for _, owner := range owners {
			for _, id := range byOwner[beginning] {
				entries = append(entries, core.EntryKey{User: owner, ID: id})
			}
		}
	}
	return entries, nil
}
