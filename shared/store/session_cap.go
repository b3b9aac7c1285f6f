package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// EndOldestSessions ends a user's oldest valid sessions, so that at most keep of them
// are left. Sign-ins at the same time each see the sessions that were written before,
// so the last one of them leaves no more.
func (s *Store) EndOldestSessions(ctx context.Context, u domain.User, keep int) error {
	all, err := table.ReadAll[domain.Session](ctx, s.table, table.PrefixRange(table.Base, userPK(u.ID), sessionPrefix))
	if err != nil {
		return err
	}
	now := s.instant()
	var valid []domain.Session // oldest first, because ids begin with the time
	for _, x := range all {
		if x.Valid(u, now) {
			valid = append(valid, x)
		}
	}
	excess := min(max(len(valid)-keep, 0), table.MaxActions)
	return s.EndSessions(ctx, valid[:excess]...)
}
