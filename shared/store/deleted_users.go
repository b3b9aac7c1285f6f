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
	found, err := s.users(ctx, slices.DeleteFunc(slices.Clone(users), func(u domain.ID) bool { return u == "" }))
	deleted := map[domain.ID]bool{}
	for id, u := range found {
		if u.Deleted() {
			deleted[id] = true
		}
	}
	return deleted, err
}

// users reads users, also deleted ones, with one batch read.
func (s *Store) users(ctx context.Context, ids []domain.ID) (map[domain.ID]domain.User, error) {
	keys := make([]table.Key, len(ids))
	for i, u := range ids {
		keys[i] = profileKey(u)
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	return lookupAll[domain.User](f, ids, profileKey)
}
