package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// Calendar reads a user's calendar connection; ok is false when there is none.
func (s *Store) Calendar(ctx context.Context, u domain.ID, provider string) (c domain.CalendarConnection, ok bool, err error) {
	return table.Get[domain.CalendarConnection](ctx, s.table, calendarKey(u, provider))
}

// ConnectCalendar keeps a new connection, in place of the one before. Errors: conflict
// when the account was deleted concurrently.
func (s *Store) ConnectCalendar(ctx context.Context, c domain.CalendarConnection) error {
	return s.table.Commit(ctx, table.Put(table.Encode(calendarKey(c.UserID, c.Provider), c)), table.Check(profileKey(c.UserID), accountExists))
}

// ChangeCalendar writes a connection in place of the version that was read.
// Errors: conflict when it was changed or ended concurrently.
func (s *Store) ChangeCalendar(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	read := c.Version
	c.Version++
	return c, s.table.Commit(ctx, table.Replace(table.Encode(calendarKey(c.UserID, c.Provider), c), read))
}

// DisconnectCalendar deletes a connection, if there is one.
func (s *Store) DisconnectCalendar(ctx context.Context, u domain.ID, provider string) error {
	return s.table.Commit(ctx, table.Delete(calendarKey(u, provider)))
}
