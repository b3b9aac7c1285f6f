package peopledb

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Calendar reads a user's calendar connection; ok is false when there is none.
func (s *Store) Calendar(
	ctx context.Context, u domain.ID, provider string,
) (c people.CalendarConnection, ok bool, err error) {
	defer core.Wrap(&err, "Calendar", u)
	return table.Get[people.CalendarConnection](ctx, s.Table, key.Calendar(u, provider))
}

// ConnectCalendar keeps a new connection, in place of the one before. Errors: the given
// one when the user's epoch is not the given one any more, because the session that
// asked for the connection has ended.
func (s *Store) ConnectCalendar(
	ctx context.Context, c people.CalendarConnection, epoch int64, ended error,
) (err error) {
	defer core.Wrap(&err, "ConnectCalendar")
	sameEpoch := core.Field[people.User]("Epoch").Equal(expression.Value(epoch))
	return s.Table.Commit(ctx,
		table.Put(table.Encode(key.Calendar(c.UserID, c.Provider), c)),
		table.Check(key.Profile(c.UserID), sameEpoch).Or(ended),
	)
}

// ChangeCalendar writes a connection in place of the version that was read.
// Errors: conflict when it was changed or ended concurrently.
func (s *Store) ChangeCalendar(
	ctx context.Context, c people.CalendarConnection,
) (_ people.CalendarConnection, err error) {
	defer core.Wrap(&err, "ChangeCalendar")
	read := c.Version
	c.Version++
	return c, s.Table.Commit(ctx, table.Replace(table.Encode(key.Calendar(c.UserID, c.Provider), c), read))
}

// DisconnectCalendar deletes a connection, if there is one.
func (s *Store) DisconnectCalendar(ctx context.Context, u domain.ID, provider string) (err error) {
	defer core.Wrap(&err, "DisconnectCalendar", u)
	return s.Table.Commit(ctx, table.Delete(key.Calendar(u, provider)))
}

// endedGrantLifetime is how long the token of an ended grant is kept at most.
const endedGrantLifetime = 7 * 24 * time.Hour

// EndedGrant is a grant at the calendar provider whose connection ended. It waits for the
// worker, which revokes it at the provider.
type EndedGrant struct {
	RefreshToken []byte `db:"refresh"` // sealed for the user
}

// readGrant reads the grant that a change ends: the one of the calendar connection, at the
// first proof of an address. Only then does it make a call.
func (s *Store) readGrant(ctx context.Context, c *AccessChange) error {
	if !people.IsFirstProof(c.Was, c.User) {
		return nil
	}
	connection, _, err := s.Calendar(ctx, c.User.ID, people.ProviderExternal)
	c.grant = connection.RefreshToken
	return err
}

// EndGrant keeps a grant for the worker and queues the work.
func EndGrant(u domain.ID, refresh []byte, now domain.Instant) []table.Action {
	work := domain.Work{ID: domain.NewID(), Kind: domain.WorkRevokeGrant, UserID: u, CreatedAt: now}
	work.TargetID = work.ID
	kept := table.Encode(key.EndedGrant(u, work.ID), EndedGrant{RefreshToken: refresh})
	return []table.Action{table.Create(table.WithExpiry(kept, now.Add(endedGrantLifetime))), core.Enqueue(work, now)}
}

// EndedGrant reads the sealed refresh token of an ended grant; ok is false when there is
// none any more.
func (s *Store) EndedGrant(ctx context.Context, u, id domain.ID) (refresh []byte, ok bool, err error) {
	defer core.Wrap(&err, "EndedGrant", u, id)
	grant, ok, err := table.Get[EndedGrant](ctx, s.Table, key.EndedGrant(u, id))
	return grant.RefreshToken, ok, err
}

// DeleteEndedGrant removes an ended grant, if there is one.
func (s *Store) DeleteEndedGrant(ctx context.Context, u, id domain.ID) (err error) {
	defer core.Wrap(&err, "DeleteEndedGrant", u, id)
	return s.Table.Commit(ctx, table.Delete(key.EndedGrant(u, id)))
}
