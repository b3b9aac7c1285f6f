package domain

import "time"

// How long a session lives: each rotation of its refresh token keeps it alive
// for SessionIdleTimeout, never beyond SessionLifetime after its beginning.
const (
	SessionIdleTimeout = 30 * 24 * time.Hour
	SessionLifetime    = 90 * 24 * time.Hour
	// RefreshGrace is how long the previous refresh token still gets the
	// current one again, so that a lost answer logs nobody out.
	RefreshGrace = 10 * time.Second
)

// Session is one signed-in device of a user.
type Session struct {
	ID          ID      `db:"id"`
	UserID      ID      `db:"uid"`
	WorkspaceID ID      `db:"wid,omitempty"` // active workspace; "" is none
	Generation  uint32  `db:"n"`             // generation of the refresh token
	RotatedAt   Instant `db:"rotated"`
	Epoch       int64   `db:"epoch"` // the user's epoch when it was made or kept
	UserAgent   string  `db:"agent,omitempty"`
	CreatedAt   Instant `db:"created"`
}

// ExpiresAt is when the session ends unless it is used again.
func (s Session) ExpiresAt() Instant {
	idle, life := s.RotatedAt.Plus(SessionIdleTimeout), s.CreatedAt.Plus(SessionLifetime)
	if idle.Before(life.Time) {
		return idle
	}
	return life
}

// Valid reports whether the session may act for the user now.
func (s Session) Valid(u User, now Instant) bool {
	return s.UserID == u.ID && s.Epoch == u.Epoch && now.Before(s.ExpiresAt().Time)
}

// RefreshVerdict is the verdict on a refresh token.
type RefreshVerdict int

// The verdicts.
const (
	// RefreshCurrent: rotate and hand out the next token.
	RefreshCurrent RefreshVerdict = iota
	// RefreshRepeated: the previous token within the grace; hand out the current one again.
	RefreshRepeated
	// RefreshStolen: a token that was replaced long ago is in use by somebody; the session must end.
	RefreshStolen
)

// CheckRefresh tells what a refresh token of the given generation means for the session.
func (s Session) CheckRefresh(generation uint32, now Instant) RefreshVerdict {
	switch {
	case generation == s.Generation:
		return RefreshCurrent
	case generation+1 == s.Generation && !now.After(s.RotatedAt.Plus(RefreshGrace).Time):
		return RefreshRepeated
	default:
		return RefreshStolen
	}
}
