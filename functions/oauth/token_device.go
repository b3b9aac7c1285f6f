package oauth

import (
	"cmp"
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/peopledb"
)

// exchangeDevice answers a device that asks whether its user has decided (RFC 8628, section 3.5).
func (f *Family) exchangeDevice(ctx context.Context, x exchange) (tokenAnswer, error) {
	if x.form.get("device_code") == "" {
		return tokenAnswer{}, fail(invalidRequest, "device_code is missing.")
	}
	d, ok, err := f.store.DeviceAuthorization(ctx, domain.Digest(x.form.get("device_code")))
	switch {
	case err != nil:
		return tokenAnswer{}, err
	case ok && (d.ClientID != x.clientID || d.UsedAt != nil):
		return tokenAnswer{}, errInvalidCode
	case !ok, d.Status == people.DevicePending && !d.IsOpen(x.Now):
		return tokenAnswer{}, fail(expiredToken, "The code of the device has ended. Ask for another one.")
	case d.Status == people.DeviceRefused:
		return tokenAnswer{}, fail(accessDenied, "The user refused.")
	}
	if err := f.noteQuestion(ctx, d, x.Now); err != nil {
		return tokenAnswer{}, err
	}
	x.audience = cmp.Or(x.audience, d.Audience)
	grant, answer, err := f.tokensOf(ctx, x, d.GrantID, d.Refreshes)
	if err != nil {
		return tokenAnswer{}, err
	}
	err = f.store.UseDeviceAuthorization(ctx, d, grant, x.Now)
	if errors.Is(err, peopledb.ErrDeviceChanged) {
		err = errInvalidCode
	}
	return answer, err
}

// noteQuestion notes when a device asked, and says how a device goes on whose user has not decided. The error is nil
// for a request that is allowed.
func (f *Family) noteQuestion(ctx context.Context, d people.DeviceAuthorization, now domain.Instant) error {
	if d.Status == people.DeviceAllowed {
		return nil
	}
	requested, early := d.Polled(now)
	err := f.store.NoteQuestion(ctx, d, requested)
	if err != nil && !errors.Is(err, peopledb.ErrDeviceChanged) {
		return err
	}
	if early {
		return fail(slowDown, "Ask less often.")
	}
	return fail(authorizationPending, "The user has not decided.")
}
