package domain

import "time"

// CalendarStatus says whether a connection to a calendar works.
type CalendarStatus string

// The states of a connection.
const (
	CalendarActive            CalendarStatus = "active"
	CalendarReconnectRequired CalendarStatus = "reconnect_required" // the grant is gone at the provider
)

// CalendarConnection is a person's grant to read their calendars at a provider.
// It belongs to the person, whatever workspace they are in. Tokens are sealed for
// that person.
type CalendarConnection struct {
	UserID      ID             `db:"uid"`
	Provider    string         `db:"provider"`
	Account     string         `db:"account"` // whose calendars, as the provider names them
	Status      CalendarStatus `db:"status"`
	ConnectedAt Instant        `db:"connected"`

	RefreshToken     []byte  `db:"refresh,omitempty"` // sealed; nothing where the grant is gone
	AccessToken      []byte  `db:"access,omitempty"`  // sealed
	AccessTokenUntil Instant `db:"until"`             // when the access token is renewed, a little before its end
	RenewerID        ID      `db:"renewer,omitempty"` // who is renewing it now; "" is nobody
	RenewerUntil     Instant `db:"renewer_until"`     // when others need not wait for them any more

	Version int64 `db:"ver"` // grows with every change
}

// HasFreshToken reports whether the access token is good for a call at a moment.
func (c CalendarConnection) HasFreshToken(now Instant) bool {
	return len(c.AccessToken) > 0 && now.Before(c.AccessTokenUntil.Time)
}

// Renewing reports whether somebody is renewing the access token at a moment.
func (c CalendarConnection) Renewing(now Instant) bool {
	return c.RenewerID != "" && now.Before(c.RenewerUntil.Time)
}

// ClaimRenewal is the connection with somebody renewing its access token.
func (c CalendarConnection) ClaimRenewal(by ID, until Instant) CalendarConnection {
	c.RenewerID, c.RenewerUntil = by, until
	return c
}

// ReleaseRenewal is the connection with nobody renewing its access token.
func (c CalendarConnection) ReleaseRenewal() CalendarConnection { return c.ClaimRenewal("", Instant{}) }

// RequireReconnect is the connection once its grant is gone at the provider.
func (c CalendarConnection) RequireReconnect() CalendarConnection {
	c = c.ReleaseRenewal()
	c.Status, c.RefreshToken, c.AccessToken, c.AccessTokenUntil = CalendarReconnectRequired, nil, nil, Instant{}
	return c
}

// The span of time that events are asked for.
const (
	DefaultCalendarMargin = 7 * 24 * time.Hour  // before and after now, unless the caller says otherwise
	MaxCalendarSpan       = 62 * 24 * time.Hour // between from and to
)
