package domain

import "time"

// How long a session lives: each rotation of its refresh token keeps it alive
// for SessionIdle, never beyond SessionLife after its beginning.
const (
	SessionIdle = 30 * 24 * time.Hour
	SessionLife = 90 * 24 * time.Hour
	// RefreshGrace is how long the previous refresh token still gets the
	// current one again, so that a lost answer logs nobody out.
	RefreshGrace = 10 * time.Second
)

// Session is one signed-in device of a user.
type Session struct {
	ID          ID      `db:"id"`
	UserID      ID      `db:"uid"`
	WorkspaceID ID      `db:"wid,omitempty"` // active workspace; "" is none
	Counter     uint32  `db:"n"`             // generation of the refresh token
	RotatedAt   Instant `db:"rotated"`
	Epoch       int64   `db:"epoch"` // the user's epoch when it was made or kept
	UserAgent   string  `db:"agent,omitempty"`
	CreatedAt   Instant `db:"created"`
}

// EndsAt is when the session ends unless it is used again.
func (s Session) EndsAt() Instant {
	idle, life := s.RotatedAt.Plus(SessionIdle), s.CreatedAt.Plus(SessionLife)
	if idle.Before(life.Time) {
		return idle
	}
	return life
}

// Alive reports whether the session may act for the user now.
func (s Session) Alive(of User, now Instant) bool {
	return s.UserID == of.ID && s.Epoch == of.Epoch && now.Before(s.EndsAt().Time)
}

// Presented is the verdict on a refresh token.
type Presented int

// The verdicts.
const (
	// Current: rotate and hand out the next token.
	Current Presented = iota
	// Repeated: the previous token within the grace; hand out the current one again.
	Repeated
	// Stolen: a token that was replaced long ago is in use by somebody; the session must end.
	Stolen
)

// Judge tells what a refresh token of the given generation means for the session.
func (s Session) Judge(counter uint32, now Instant) Presented {
	switch {
	case counter == s.Counter:
		return Current
	case counter+1 == s.Counter && !now.After(s.RotatedAt.Plus(RefreshGrace).Time):
		return Repeated
	default:
		return Stolen
	}
}
