package people

import (
	"time"

	"stint/shared/domain"
)

// How long the records of a flow of an app live.
const (
	AuthorizationCodeTTL = 60 * time.Second
	// usedCodeTTL is how long a code is remembered after its end, so that a second use is recognised.
	usedCodeTTL = time.Hour
	DeviceTTL   = 15 * time.Minute
	// BrowserSessionTTL is how long a session of the pages for apps lives.
	BrowserSessionTTL = 12 * time.Hour
)

// AuthorizationCode lets an app that a user has allowed fetch its tokens, once.
type AuthorizationCode struct {
	Digest      string          `db:"digest"`
	GrantID     domain.ID       `db:"grant"`
	ClientID    string          `db:"client"`
	RedirectURI string          `db:"uri"`           // to which the code was sent
	Challenge   string          `db:"challenge"`     // of PKCE, by the method S256
	Audience    string          `db:"aud,omitempty"` // of the first access token; "" is the API
	Refreshes   bool            `db:"offline,omitempty"`
	ExpiresAt   domain.Instant  `db:"ends"`
	UsedAt      *domain.Instant `db:"used_at,omitempty"`
}

// Forgotten is when the code is not remembered any more.
func (c AuthorizationCode) Forgotten() time.Time { return c.ExpiresAt.Add(usedCodeTTL) }

// Valid reports whether the code can be used now. A used one counts as valid: its second use ends the grant.
func (c AuthorizationCode) Valid(now domain.Instant) bool {
	return c.UsedAt != nil || now.Before(c.ExpiresAt.Time)
}

// DeviceStatus is what became of an app's request on a device.
type DeviceStatus string

// The statuses.
const (
	DevicePending DeviceStatus = "pending"
	DeviceAllowed DeviceStatus = "allowed"
	DeviceRefused DeviceStatus = "refused"
)

// MaxWrongCodes is how many wrong codes whose first half is that of a device's code end the device's request.
const MaxWrongCodes = 5

// DeviceInterval is how long a device waits at first between two questions whether its user has decided. Each question
// that comes too early makes the time longer by as much.
const DeviceInterval = 5 * time.Second

// DeviceAuthorization is the request of an app on a device that has no browser. Its user types a code elsewhere.
type DeviceAuthorization struct {
	Digest    string          `db:"digest"` // of the device's code
	UserCode  string          `db:"code"`   // digest of the code that the user types
	ClientID  string          `db:"client"`
	Access    KeyAccess       `db:"access"`
	Audience  string          `db:"aud,omitempty"` // of the first access token; "" is the API
	Refreshes bool            `db:"offline,omitempty"`
	Status    DeviceStatus    `db:"status"`
	GrantID   domain.ID       `db:"grant,omitempty"` // of one that is allowed
	Wrong     int             `db:"wrong,omitempty"` // see MaxWrongCodes
	Interval  int64           `db:"interval"`        // seconds; see DeviceInterval
	PolledAt  *domain.Instant `db:"asked,omitempty"` // when the device asked last
	ExpiresAt domain.Instant  `db:"ends"`
	UsedAt    *domain.Instant `db:"used_at,omitempty"` // when the device got its tokens
}

// IsOpen reports whether the user of the device can still decide.
func (d DeviceAuthorization) IsOpen(now domain.Instant) bool {
	return d.Status == DevicePending && d.Wrong < MaxWrongCodes && now.Before(d.ExpiresAt.Time)
}

// Polled is the request after its device asked now; early says that it should have waited.
func (d DeviceAuthorization) Polled(now domain.Instant) (_ DeviceAuthorization, early bool) {
	wait := time.Duration(d.Interval) * time.Second
	if early = d.PolledAt != nil && now.Before(d.PolledAt.Plus(wait).Time); early {
		d.Interval += int64(DeviceInterval / time.Second)
	}
	d.PolledAt = &now
	return d, early
}

// UserCodePointer leads from the first half of the code that a user types to the request of a device.
type UserCodePointer struct {
	Device string `db:"device"` // its digest
}

// ClientDocument is a Client ID Metadata Document as it was fetched, or that it could not be fetched.
type ClientDocument struct {
	URL          string         `db:"url"`
	Name         domain.Name    `db:"name,omitempty"`
	RedirectURIs []RedirectURI  `db:"uris,omitempty"`
	Device       bool           `db:"device,omitempty"` // it may ask on a device
	Failed       string         `db:"failed,omitempty"` // why it is of no use; "" for one that is
	ExpiresAt    domain.Instant `db:"ends"`
}
