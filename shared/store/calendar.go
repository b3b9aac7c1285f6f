package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// Calendar reads a user's calendar connection; ok is false when there is none.
func (s *Store) Calendar(ctx context.Context, u domain.ID, provider string) (c domain.CalendarConnection, ok bool, err error) {
	defer wrap(&err, "Calendar", u)
	return table.Get[domain.CalendarConnection](ctx, s.table, calendarKey(u, provider))
}

// ConnectCalendar keeps a new connection, in place of the one before. Errors: the given
// one when the user's epoch is not the given one any more, because the session that
// asked for the connection has ended.
func (s *Store) ConnectCalendar(ctx context.Context, c domain.CalendarConnection, epoch int64, ended error) (err error) {
	defer wrap(&err, "ConnectCalendar")
	sameEpoch := field[domain.User]("Epoch").Equal(expression.Value(epoch))
	return s.table.Commit(ctx,
		table.Put(table.Encode(calendarKey(c.UserID, c.Provider), c)),
		table.Check(profileKey(c.UserID), sameEpoch).Or(ended),
	)
}

// ChangeCalendar writes a connection in place of the version that was read.
// Errors: conflict when it was changed or ended concurrently.
func (s *Store) ChangeCalendar(ctx context.Context, c domain.CalendarConnection) (_ domain.CalendarConnection, err error) {
	defer wrap(&err, "ChangeCalendar")
	read := c.Version
	c.Version++
	return c, s.table.Commit(ctx, table.Replace(table.Encode(calendarKey(c.UserID, c.Provider), c), read))
}

// DisconnectCalendar deletes a connection, if there is one.
func (s *Store) DisconnectCalendar(ctx context.Context, u domain.ID, provider string) (err error) {
	defer wrap(&err, "DisconnectCalendar", u)
	return s.table.Commit(ctx, table.Delete(calendarKey(u, provider)))
}

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
	defer wrap(&err, "EndedGrant", u, id)
	grant, ok, err := table.Get[endedGrant](ctx, s.table, endedGrantKey(u, id))
	return grant.RefreshToken, ok, err
}

// DeleteEndedGrant removes an ended grant, if there is one.
func (s *Store) DeleteEndedGrant(ctx context.Context, u, id domain.ID) (err error) {
	defer wrap(&err, "DeleteEndedGrant", u, id)
	return s.table.Commit(ctx, table.Delete(endedGrantKey(u, id)))
}
