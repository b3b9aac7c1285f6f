package calendar

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
)

// connectionAnswer is a connection as its user sees it.
//
//openapi:schema CalendarConnection
type connectionAnswer struct {
	Provider string `json:"provider"`
	// The address of the account at the provider.
	AccountEmail string                `json:"account_email"`
	Status       people.CalendarStatus `json:"status" enum:"active,reconnect_required"`
	// When the calendar was connected.
	ConnectedAt domain.Instant `json:"connected_at"`
}

func toConnection(c people.CalendarConnection) connectionAnswer {
	return connectionAnswer{Provider: c.Provider, AccountEmail: c.Account, Status: c.Status, ConnectedAt: c.ConnectedAt}
}

func (f *Family) connections(_ context.Context, c *route.Call[route.NoInput],
	_ *gcal.Client) (route.List[connectionAnswer], error) {
	var all route.List[connectionAnswer]
	if c.Calendar != nil {
		all.Items = append(all.Items, toConnection(*c.Calendar))
	}
	return all, nil
}

// disconnect removes a connection, even when the provider fails. It revokes the
// grant first, while it still has the token for that.
func (f *Family) disconnect(ctx context.Context, c *route.Call[route.NoInput],
	provider *gcal.Client) (route.Deleted, error) {
	name := c.PathValue("provider")
	if name != people.ProviderExternal {
		return route.Deleted{}, problem.NotFound()
	}
	if c.Calendar != nil {
		f.revokeGrant(ctx, provider, *c.Calendar)
	}
	return route.NewDeleted(name), f.store.DisconnectCalendar(ctx, c.User.ID, name)
}

// revokeGrant revokes a grant at the provider. It logs a failure.
func (f *Family) revokeGrant(ctx context.Context, provider *gcal.Client, c people.CalendarConnection) {
	if len(c.RefreshToken) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, oauth.CallTimeout)
	defer cancel()
	if err := provider.RevokeSealed(ctx, f.vault, c.UserID, c.RefreshToken); err != nil {
		f.log.WarnContext(ctx, "calendar not revoked", edge.RequestInfoFrom(ctx).IDs(), "reason", err.Error())
	}
}
