package store

import (
	"context"

	"stint/shared/domain"
)

// Calendar reads a person's connection; ok is false when there is none.
func (s *Store) Calendar(ctx context.Context, u domain.ID, provider string) (c domain.CalendarConnection, ok bool, err error) {
	return get[domain.CalendarConnection](ctx, s, calendarKey(u, provider))
}

// ConnectCalendar keeps a new connection in place of whichever there was.
func (s *Store) ConnectCalendar(ctx context.Context, c domain.CalendarConnection) error {
	return s.commit(ctx, put(encode(calendarKey(c.UserID, c.Provider), c)))
}

// ChangeCalendar keeps a connection in place of the version that was read.
// Errors: conflict when it was changed or ended meanwhile.
func (s *Store) ChangeCalendar(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	read := c.Version
	c.Version++
	return c, s.commit(ctx, replace(encode(calendarKey(c.UserID, c.Provider), c), read))
}

// DisconnectCalendar ends a connection. One that is not there is as good.
func (s *Store) DisconnectCalendar(ctx context.Context, u domain.ID, provider string) error {
	return s.commit(ctx, deleteItem(calendarKey(u, provider)))
}
