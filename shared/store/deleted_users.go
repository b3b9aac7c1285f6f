package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// DeletedUsers returns those of the given users whose accounts are deleted. Ids of ""
// and repetitions cost nothing.
func (s *Store) DeletedUsers(ctx context.Context, users ...domain.ID) (map[domain.ID]bool, error) {
	users = slices.DeleteFunc(slices.Clone(users), func(u domain.ID) bool { return u == "" })
	keys := make([]table.Key, len(users))
	for i, u := range users {
		keys[i] = profileKey(u)
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	found, err := lookupAll[domain.User](f, users, profileKey)
	deleted := map[domain.ID]bool{}
	for id, u := range found {
		if u.Deleted() {
			deleted[id] = true
		}
	}
	return deleted, err
}
