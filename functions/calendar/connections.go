package calendar

import (
	"context"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/route"
)

// connectionAnswer is a connection as its user sees it.
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
