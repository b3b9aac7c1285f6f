package account

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/gcal"
	"stint/shared/oauth"
)

// newCalendarRevoker makes the client that withdraws grants of calendars; nil when no
// provider is configured. It needs no client secret.
func newCalendarRevoker(d *boot.Deps) *gcal.Client {
	c := d.Config.Calendar
	if !c.Enabled() {
		return nil
	}
	return gcal.New(gcal.Options{
		ClientID: c.ClientID, RevokeURL: c.RevokeURL, HTTP: oauth.NewRawHTTPClient(oauth.CallTimeout), Now: d.Now,
	})
}

// revokeCalendar withdraws the grant of a connection at the provider. It logs a
// failure.
func (f *Family) revokeCalendar(ctx context.Context, c domain.CalendarConnection) {
	if f.calendar == nil || len(c.RefreshToken) == 0 {
		return
	}
	refresh, err := f.calendarVault.Open(ctx, c.UserID, c.RefreshToken)
	if err == nil {
		err = f.calendar.Revoke(ctx, refresh)
	}
	if err != nil {
		f.logFailure(ctx, "calendar not revoked", err)
	}
}

func (f *Family) logFailure(ctx context.Context, what string, err error) {
	f.log.WarnContext(ctx, what, edge.RequestInfoFrom(ctx).IDs(), "reason", err.Error())
}
