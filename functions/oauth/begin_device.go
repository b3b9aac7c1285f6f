package oauth

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// deviceAnswer tells a device what to show (RFC 8628, section 3.2).
type deviceAnswer struct {
	DeviceCode      string `json:"device_code"`
	UserCode        string `json:"user_code"`
	VerificationURI string `json:"verification_uri"`
	Complete        string `json:"verification_uri_complete"`
	ExpiresIn       int64  `json:"expires_in"`
	Interval        int64  `json:"interval"`
}

// beginDevice begins the request of a device.
func (f *Family) beginDevice(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	return endpointAnswer(f.newDevice(ctx, c.Request))
}

func (f *Family) newDevice(ctx context.Context, r *route.Request) (deviceAnswer, error) {
	form, id, err := f.readAuthenticated(ctx, r)
	if err != nil {
		return deviceAnswer{}, err
	}
	found, err := f.findClient(ctx, id)
	if err != nil {
		return deviceAnswer{}, err
	}
	if !found.device {
		return deviceAnswer{}, fail(unauthorizedClient, "The metadata document of the client lacks the grant type.")
	}
	if err := f.checkResource(form); err != nil {
		return deviceAnswer{}, err
	}
	requested, err := parseScope(form.get("scope"))
	if err != nil {
		return deviceAnswer{}, err
	}
	return f.keepDevice(ctx, r.Now, people.DeviceAuthorization{ClientID: id, Access: requested.access,
		Refreshes: requested.refreshes, Audience: f.audienceOf(form)})
}

// maxUserCodes is how often a new user code is tried when the first half of one is in use.
const maxUserCodes = 5

// keepDevice keeps the request with new codes. Errors: service_unavailable.
func (f *Family) keepDevice(ctx context.Context, now domain.Instant,
	d people.DeviceAuthorization) (deviceAnswer, error) {
	secret := rand.Text()
	d.Digest, d.Status, d.ExpiresAt = domain.Digest(secret), people.DevicePending, now.Plus(people.DeviceTTL)
	d.Interval = int64(people.DeviceInterval / time.Second)
	for range maxUserCodes {
		code := newUserCode()
		d.UserCode = code.digest()
		err := f.store.BeginDeviceAuthorization(ctx, d, code.half())
		if errors.Is(err, peopledb.ErrUserCodeTaken) {
			continue
		}
		page := f.config.PublicURL + devicePath
		return deviceAnswer{DeviceCode: secret, UserCode: code.String(), VerificationURI: page,
			Complete:  page + "?" + url.Values{"user_code": {code.String()}}.Encode(),
			ExpiresIn: int64(people.DeviceTTL / time.Second), Interval: d.Interval}, err
	}
	return deviceAnswer{}, problem.Unavailable(peopledb.ErrUserCodeTaken)
}
