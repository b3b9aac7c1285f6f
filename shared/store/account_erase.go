package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// maxErasedTogether is how many records of a user one transaction deletes. A pointer
// takes two of the 100 actions.
const maxErasedTogether = 50

// EraseUser deletes all records under a user whose account is deleted, except for the
// record of the user: sessions, API keys, the calendar connection, remembered answers,
// and the pointers to workspaces. It may be stopped and repeated.
func (s *Store) EraseUser(ctx context.Context, u domain.ID) error {
	var pending []table.Action
	count := 0
	err := s.table.WalkItems(ctx, table.PartitionRange(userPK(u)), func(it table.Item) error {
		if table.KeyOf(it) == profileKey(u) {
			return nil
		}
		more, err := eraseActions(it)
		if err != nil {
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

// eraseActions delete a record of a user, and the API key that a pointer leads to.
func eraseActions(it table.Item) ([]table.Action, error) {
	actions := []table.Action{table.Delete(table.KeyOf(it))}
	if sortPrefix(it) != apiKeyPrefix {
		return actions, nil
	}
	pointer, err := table.Decode[apiKeyPointer](it)
	return append(actions, table.Delete(apiKeyKey(pointer.Digest))), err
}
