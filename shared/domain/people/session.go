package people

import (
	"time"

	"stint/shared/domain"
)

const (
	// SessionIdleTimeout is how long a session lives after the last rotation of its
	// refresh token.
	SessionIdleTimeout = 30 * 24 * time.Hour
	// SessionLifetime is how long a session lives at most.
	SessionLifetime = 90 * 24 * time.Hour
	// RefreshGrace is how long the previous refresh token still gets the current
	// one, so that a client that missed the last answer stays signed in.
	RefreshGrace = 10 * time.Second
)

// Session is one signed-in device of a user.
type Session struct {
	ID          domain.ID      `db:"id"`
	UserID      domain.ID      `db:"uid"`
	WorkspaceID domain.ID      `db:"wid,omitempty"` // active workspace; "" is none
	Generation  uint32         `db:"n"`             // generation of the refresh token
	RotatedAt   domain.Instant `db:"rotated"`
	Epoch       int64          `db:"epoch"` // the session is valid only while this is the user's epoch
	AccessEpoch int64          `db:"access,omitempty"`
	UserAgent   string         `db:"agent,omitempty"`
	CreatedAt   domain.Instant `db:"created"`

	ProvedAt *domain.Instant `db:"proved,omitempty"` // see AuthTime
	// the strongest with which the user of the session proved who they are
	Method  SignInMethod `db:"how,omitempty"`
	Network string       `db:"net,omitempty"` // of the client that opened it; see NetworkOf

	Provider *ProviderGrant `db:"sso,omitempty"` // of a session by single sign-on

	Browser string `db:"browser,omitempty"` // of a session of the pages for apps: digest of its cookie's secret
}

// ProviderInterval is how long a session by single sign-on may be refreshed before its provider is asked again.
const ProviderInterval = 24 * time.Hour

// askingLease is how long a request that asks the provider keeps others from asking too.
const askingLease = 30 * time.Second

// ProviderGrant is what the provider of a session by single sign-on is asked again with.
type ProviderGrant struct {
	Refresh     []byte          `db:"refresh,omitempty"` // its refresh token, sealed for the user; none if it gave none
	AnsweredAt  domain.Instant  `db:"answered"`
	AskingUntil *domain.Instant `db:"asking,omitempty"` // another request asks
}

// AsksProvider reports whether the provider must be asked before the session is refreshed now.
func (s Session) AsksProvider(now domain.Instant) bool {
	if s.Method != BySSO {
		return false
	}
	last := s.CreatedAt // another proof, such as a password, is none of the provider
	if s.Provider != nil {
		last = s.Provider.AnsweredAt
		if s.Provider.AskingUntil != nil && now.Before(s.Provider.AskingUntil.Time) {
			return false
		}
	}
	return !now.Before(last.Plus(ProviderInterval).Time)
}

// CanAskProvider reports whether the provider gave something to ask it with.
func (s Session) CanAskProvider() bool { return s.Provider != nil && len(s.Provider.Refresh) > 0 }

// AskingProvider is the session while a request asks its provider.
func (s Session) AskingProvider(now domain.Instant) Session {
	asking, until := *s.Provider, now.Plus(askingLease)
	asking.AskingUntil = &until
	s.Provider = &asking
	return s
}

// ExpiresAt is when the session ends unless its refresh token is used before. One of the pages has none.
func (s Session) ExpiresAt() domain.Instant {
	if s.Browser != "" {
		return s.CreatedAt.Plus(BrowserSessionTTL)
	}
	idle, life := s.RotatedAt.Plus(SessionIdleTimeout), s.CreatedAt.Plus(SessionLifetime)
	if idle.Before(life.Time) {
		return idle
	}
	return life
}

// Valid reports whether the session may act for the user now.
func (s Session) Valid(u User, now domain.Instant) bool {
	return u.MayAct() && s.UserID == u.ID && s.Epoch == u.Epoch && now.Before(s.ExpiresAt().Time)
}

// Enters reports whether the session leads to the workspace of a member of its user: nobody ended it for the workspace.
func (s Session) Enters(m Member) bool { return s.AccessEpoch >= m.AccessEpoch }

// RefreshVerdict is the result of checking a refresh token.
type RefreshVerdict int

// The verdicts.
const (
	// RefreshCurrent: the current token. The caller gets the next one.
	RefreshCurrent RefreshVerdict = iota
	// RefreshRepeated: the previous token, within RefreshGrace. The caller gets the current one again.
	RefreshRepeated
	// RefreshStolen: a token that was replaced earlier. Two parties have the token, so the session must end.
	RefreshStolen
)

// CheckRefresh checks a refresh token of the given generation.
func (s Session) CheckRefresh(generation uint32, now domain.Instant) RefreshVerdict {
	return checkRefresh(generation, s.Generation, s.RotatedAt, now)
}

// checkRefresh checks a refresh token of a generation, where another one is current since a time.
func checkRefresh(generation, current uint32, since, now domain.Instant) RefreshVerdict {
	switch {
	case generation == current:
		return RefreshCurrent
	case generation+1 == current && !now.After(since.Plus(RefreshGrace).Time):
		return RefreshRepeated
	default:
		return RefreshStolen
	}
}

// SignInMethod is how the user of a session proved who they are.
type SignInMethod string

// The methods. Sessions that were opened before methods were recorded have none.
// They count as ByPassword.
const (
	ByPassword     SignInMethod = "password"
	BySecondFactor SignInMethod = "second_factor" // a password and a code
	ByPasskey      SignInMethod = "passkey"       // both factors at once
	BySSO          SignInMethod = "sso"           // single sign-on, which counts as a second factor
)

// strength orders the methods. A stronger one counts wherever a weaker one does.
var strength = map[SignInMethod]int{BySecondFactor: 1, ByPasskey: 1, BySSO: 2}

// HasUnprovedFactor reports whether the user has a second factor or a passkey, and the session proved neither. Single
// sign-on counts as a second factor.
func (u User) HasUnprovedFactor(s Session) bool {
	return (u.HasSecondFactor() || u.HasPasskey()) && strength[s.Method] == 0
}

// ProvedNow is the session after its user proved again who they are. A method that
// proved more at an earlier time stays.
func (s Session) ProvedNow(by SignInMethod, now domain.Instant) Session {
	s.ProvedAt = &now
	if strength[by] >= strength[s.Method] {
		s.Method = by
	}
	return s
}

// AuthTime is when the user of the session last proved who they are. A session that
// was opened before this was recorded was proved when it was created.
func (s Session) AuthTime() domain.Instant {
	if s.ProvedAt != nil {
		return *s.ProvedAt
	}
	return s.CreatedAt
}

// Fresh reports whether the user of the session proved who they are less than the
// given time ago. A refresh of the session proves nothing.
func (s Session) Fresh(within time.Duration, now domain.Instant) bool {
	return now.Before(s.AuthTime().Plus(within).Time)
}
