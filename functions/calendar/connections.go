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

// connectionAnswer is a connection, as its person sees it.
type connectionAnswer struct {
	Provider     string                `json:"provider"`
	AccountEmail string                `json:"account_email"`
	Status       domain.CalendarStatus `json:"status" enum:"active,reconnect_required"`
	ConnectedAt  domain.Instant        `json:"connected_at"`
}

func toConnection(c domain.CalendarConnection) connectionAnswer {
	return connectionAnswer{Provider: c.Provider, AccountEmail: c.Account, Status: c.Status, ConnectedAt: c.ConnectedAt}
}

func (f *Family) connections(_ context.Context, c *route.Call[route.NoInput], _ *gcal.Client) (route.List[connectionAnswer], error) {
	var all route.List[connectionAnswer]
	if c.Calendar != nil {
		all.Items = append(all.Items, toConnection(*c.Calendar))
	}
	return all, nil
}

// disconnect ends a connection here, whatever the provider says to it. The grant
// is withdrawn there first: afterwards nobody would have its token any more.
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

// revokeGrant withdraws a grant as well as can be.
func (f *Family) revokeGrant(ctx context.Context, provider *gcal.Client, c domain.CalendarConnection) {
	if len(c.RefreshToken) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, oauth.CallTimeout)
	defer cancel()
	refresh, err := f.vault.Open(ctx, c.UserID, c.RefreshToken)
	if err == nil {
		err = provider.Revoke(ctx, refresh)
	}
	if err != nil {
		f.log.WarnContext(ctx, "calendar not revoked", "correlation_id", edge.RequestInfoFrom(ctx).CorrelationID, "reason", err.Error())
	}
}
