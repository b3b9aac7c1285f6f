package domain

import "time"

// CalendarStatus says whether a connection to a calendar works.
type CalendarStatus string

// The states of a connection.
const (
	CalendarActive    CalendarStatus = "active"
	CalendarReconnect CalendarStatus = "reconnect_required" // the grant is gone at the provider
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

	Refresh        []byte  `db:"refresh,omitempty"` // sealed; nothing where the grant is gone
	Access         []byte  `db:"access,omitempty"`  // sealed
	AccessUntil    Instant `db:"until"`             // when the access token is renewed, a little before its end
	RenewedBy      ID      `db:"renewer,omitempty"` // who is renewing it now; "" is nobody
	RenewedByUntil Instant `db:"renewer_until"`     // when others need not wait for them any more

	Version int64 `db:"ver"` // grows with every change
}

// Fresh reports whether the access token is good for a call at a moment.
func (c CalendarConnection) Fresh(now Instant) bool {
	return len(c.Access) > 0 && now.Before(c.AccessUntil.Time)
}

// Renewing reports whether somebody is renewing the access token at a moment.
func (c CalendarConnection) Renewing(now Instant) bool {
	return c.RenewedBy != "" && now.Before(c.RenewedByUntil.Time)
}

// Claimed is the connection with somebody renewing its access token.
func (c CalendarConnection) Claimed(by ID, until Instant) CalendarConnection {
	c.RenewedBy, c.RenewedByUntil = by, until
	return c
}

// Released is the connection with nobody renewing its access token.
func (c CalendarConnection) Released() CalendarConnection { return c.Claimed("", Instant{}) }

// Revoked is the connection once its grant is gone at the provider.
func (c CalendarConnection) Revoked() CalendarConnection {
	c = c.Released()
	c.Status, c.Refresh, c.Access, c.AccessUntil = CalendarReconnect, nil, nil, Instant{}
	return c
}

// The span of time that events are asked for.
const (
	CalendarAround  = 7 * 24 * time.Hour  // before and after now, unless the caller says otherwise
	MaxCalendarSpan = 62 * 24 * time.Hour // between from and to
)
