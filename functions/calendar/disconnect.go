package calendar

import (
	"context"

	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
)

// disconnect removes a connection, even when the provider fails. It revokes the
// grant first, while it still has the token for that.
func (f *Family) disconnect(ctx context.Context, c *route.Call[route.NoInput], provider *gcal.Client) (route.Deleted, error) {
	name := c.PathValue("provider")
	if name != domain.ProviderExternal {
		return route.Deleted{}, problem.NotFound()
	}
	if c.Calendar != nil {
		f.revokeGrant(ctx, provider, *c.Calendar)
	}
	return route.Deleted{ID: name, Deleted: true}, f.store.DisconnectCalendar(ctx, c.User.ID, name)
}

// revokeGrant revokes a grant at the provider. It logs a failure.
func (f *Family) revokeGrant(ctx context.Context, provider *gcal.Client, c domain.CalendarConnection) {
	if len(c.RefreshToken) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, oauth.CallTimeout)
	defer cancel()
	if err := provider.RevokeSealed(ctx, f.vault, c.UserID, c.RefreshToken); err != nil {
		f.log.WarnContext(ctx, "calendar not revoked", edge.RequestInfoFrom(ctx).IDs(), "reason", err.Error())
	}
}
