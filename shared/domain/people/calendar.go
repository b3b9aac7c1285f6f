package people

import (
	"stint/shared/domain"
)

import "time"

// CalendarStatus says whether a connection to a calendar works.
type CalendarStatus string

// The states of a connection.
const (
	CalendarActive            CalendarStatus = "active"
	CalendarReconnectRequired CalendarStatus = "reconnect_required" // the grant is gone at the provider
)

// CalendarConnection is a user's grant to read their calendars at a provider. It
// belongs to the user and is the same in all of their workspaces. Tokens are
// sealed for that user.
type CalendarConnection struct {
	UserID      domain.ID      `db:"uid"`
	Provider    string         `db:"provider"`
	Account     string         `db:"account"` // whose calendars, as the provider names them
	Status      CalendarStatus `db:"status"`
	ConnectedAt domain.Instant `db:"connected"`

	RefreshToken     []byte         `db:"refresh,omitempty"` // sealed; empty if the grant is gone
	AccessToken      []byte         `db:"access,omitempty"`  // sealed
	AccessTokenUntil domain.Instant `db:"until"`             // when the access token is renewed, shortly before it expires
	RenewerID        domain.ID      `db:"renewer,omitempty"` // the request that renews the access token now; "" is none
	RenewerUntil     domain.Instant `db:"renewer_until"`     // when another request may take over the renewal

	Version int64 `db:"ver"` // the number of changes
}

// HasFreshToken reports whether the access token can be used now.
func (c CalendarConnection) HasFreshToken(now domain.Instant) bool {
	return len(c.AccessToken) > 0 && now.Before(c.AccessTokenUntil.Time)
}

// Renewing reports whether a request is renewing the access token now.
func (c CalendarConnection) Renewing(now domain.Instant) bool {
	return c.RenewerID != "" && now.Before(c.RenewerUntil.Time)
}

// ClaimRenewal is the connection while a request renews its access token.
func (c CalendarConnection) ClaimRenewal(by domain.ID, until domain.Instant) CalendarConnection {
	c.RenewerID, c.RenewerUntil = by, until
	return c
}

// ReleaseRenewal is the connection after a renewal has ended.
func (c CalendarConnection) ReleaseRenewal() CalendarConnection {
	return c.ClaimRenewal("", domain.Instant{})
}

// RequireReconnect is the connection after its grant is gone at the provider.
func (c CalendarConnection) RequireReconnect() CalendarConnection {
	c = c.ReleaseRenewal()
	c.Status, c.RefreshToken, c.AccessToken, c.AccessTokenUntil = CalendarReconnectRequired, nil, nil, domain.Instant{}
	return c
}

// The period of the calendar events that are read.
const (
	DefaultCalendarMargin = 7 * 24 * time.Hour  // before and after now, unless the caller says otherwise
	MaxCalendarSpan       = 62 * 24 * time.Hour // between from and to
)
