package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// maxErasedTogether is how many records of a user one transaction deletes. An API key
// and a membership take two of the 100 actions, and a calendar connection three.
const maxErasedTogether = 33

// EraseUser deletes all records under a user whose account is deleted, except for the
// record of the user: sessions, API keys, remembered answers, and the pointers to
// workspaces. The grant of a calendar connection is left to the worker, which revokes it.
// It may be stopped and repeated. Errors: conflict when the calendar connection was
// changed concurrently.
func (s *Store) EraseUser(ctx context.Context, u domain.ID) error {
	var pending []table.Action
	count := 0
	err := s.table.WalkItems(ctx, table.PartitionRange(table.Base, userPK(u)), func(it table.Row) error {
		more, err := s.eraseActions(u, it)
		if err != nil || len(more) == 0 {
			return err
		}
		pending, count = append(pending, more...), count+1
		if count < maxErasedTogether {
			return nil
		}
		err = s.table.Commit(ctx, pending...)
		pending, count = nil, 0
		return err
	})
	if err != nil || len(pending) == 0 {
		return err
	}
	return s.table.Commit(ctx, pending...)
}

// eraseActions delete a record of a user with what it leads to: the API key of a pointer,
// the grant of a calendar connection. The members of the user show another name from then
// on. The record of the user stays, and so does a grant
// that waits for the worker.
func (s *Store) eraseActions(u domain.ID, it table.Row) ([]table.Action, error) {
	k := table.KeyOf(it)
	switch kind := sortPrefix(it); {
	case k == profileKey(u), kind == endedGrantPrefix:
		return nil, nil
	case kind == apiKeyPrefix:
		pointer, err := table.Decode[apiKeyPointer](it)
		return []table.Action{table.Delete(k), table.Delete(apiKeyKey(pointer.Digest))}, err
	case kind == calendarPrefix:
		return s.endConnection(it)
	case kind == membershipPrefix:
		pointer, err := table.Decode[membershipPointer](it)
		return []table.Action{table.Delete(k), s.touchMemberships(u, pointer.WorkspaceID)}, err
	default:
		return []table.Action{table.Delete(k)}, nil
	}
}

// endConnection deletes a calendar connection that was read, and leaves its grant to the
// worker.
func (s *Store) endConnection(it table.Row) ([]table.Action, error) {
	c, err := table.Decode[domain.CalendarConnection](it)
	if err != nil {
		return nil, err
	}
	actions := []table.Action{table.Delete(table.KeyOf(it)).Provided(table.AtVersion(c.Version))}
	if len(c.RefreshToken) > 0 {
		actions = append(actions, endGrant(c.UserID, c.RefreshToken, s.instant())...)
	}
	return actions, nil
}
