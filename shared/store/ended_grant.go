package store

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// endedGrantLifetime is how long the token of an ended grant is kept at most.
const endedGrantLifetime = 7 * 24 * time.Hour

// endedGrant is a grant at the calendar provider whose connection ended. It waits for the
// worker, which revokes it at the provider.
type endedGrant struct {
	RefreshToken []byte `db:"refresh"` // sealed for the user
}

// readGrant reads the grant that a change ends: the one of the calendar connection, at the
// first proof of an address. Only then does it make a call.
func (s *Store) readGrant(ctx context.Context, c *AccessChange) error {
	if !domain.IsFirstProof(c.Was, c.User) {
		return nil
	}
	connection, _, err := s.Calendar(ctx, c.User.ID, domain.ProviderExternal)
	c.grant = connection.RefreshToken
	return err
}

// endGrant keeps a grant for the worker and queues the work.
func endGrant(u domain.ID, refresh []byte, now domain.Instant) []table.Action {
	work := domain.Work{ID: domain.NewID(), Kind: domain.WorkRevokeGrant, UserID: u, CreatedAt: now}
	work.TargetID = work.ID
	kept := table.Encode(endedGrantKey(u, work.ID), endedGrant{RefreshToken: refresh})
	return []table.Action{table.Create(table.WithExpiry(kept, now.Add(endedGrantLifetime))), enqueue(work, now)}
}

// EndedGrant reads the sealed refresh token of an ended grant; ok is false when there is
// none any more.
func (s *Store) EndedGrant(ctx context.Context, u, id domain.ID) (refresh []byte, ok bool, err error) {
	grant, ok, err := table.Get[endedGrant](ctx, s.table, endedGrantKey(u, id))
	return grant.RefreshToken, ok, err
}

// DeleteEndedGrant removes an ended grant, if there is one.
func (s *Store) DeleteEndedGrant(ctx context.Context, u, id domain.ID) error {
	return s.table.Commit(ctx, table.Delete(endedGrantKey(u, id)))
}
