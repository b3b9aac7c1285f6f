package people

import (
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
)

// IdentityQuery names the records that identify a caller. They are read in one round
// trip.
type IdentityQuery struct {
	UserID            domain.ID
	SessionID         domain.ID // "" for an API key
	WorkspaceID       domain.ID // "" is none
	WithTimer         bool      // whether the running timer is wanted too
	WithCalendar      bool      // whether the connection to the calendar is
	ReplayDigest      string    // digest of method, path and Idempotency-Key; "" is none
	OAuthClientID     domain.ID // an OAuthClient of the workspace; "" is none
	ReplayWorkspaceID domain.ID // the workspace that the remembered answer belongs to; "" is the user alone
}

// Identity is what was found of it. A part is nil where there is none.
type Identity struct {
	User      *User
	Session   *Session
	Workspace *Workspace
	Member    *Member
	Billing   *money.Billing
	Timer     *timelog.Entry
	Calendar  *CalendarConnection
	Client    *OAuthClient
	Replay    *domain.Replay
}

// HasSessionOfEpoch reports whether the session, if there is one, is of the user's epoch.
func (i Identity) HasSessionOfEpoch() bool {
	return i.User == nil || i.Session == nil || i.Session.Epoch == i.User.Epoch
}

// HasValidSession reports whether the session that was asked for is in force, in the workspace that was asked for too.
func (i Identity) HasValidSession(now domain.Instant) bool {
	return i.User != nil && i.Session != nil && i.Session.Valid(*i.User, now) &&
		(i.Member == nil || i.Session.Enters(*i.Member))
}
