package importer

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// place is the workspace, and what the key's user may do in it.
type place struct {
	workspace, user uuid.UUID
	email           string
	zone            *time.Location
	currency        string
	isAdmin         bool // owner or admin: time of others, and rates
	overlaps        bool // entries of one user may overlap

	settings *api.Workspace
	billing  *api.BillingSettings // nil for members, who do not read it
}

func (x *Import) readPlace(ctx context.Context) error {
	me, err := client.Get(x.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return err
	}
	w, err := client.Get(x.WorkspacesGetWithResponse(ctx))
	if err != nil {
		return err
	}
	if w.Role == "analyst" {
		return ErrNotPossible
	}
	zone, err := time.LoadLocation(w.Timezone)
	if err != nil {
		return err
	}
	x.place = place{
		workspace: me.Workspace.Id, user: me.User.Id, email: string(me.User.Email), zone: zone,
		isAdmin: slices.Contains([]string{"owner", "admin"}, w.Role), overlaps: w.AllowOverlap, settings: w,
	}
	if x.options.Zone == nil {
		x.options.Zone = zone
	}
	x.Plan.Zone = x.options.Zone.String()
	if !x.place.isAdmin {
		return nil // rates are not theirs to set
	}
	billing, err := client.Get(x.BillingSettingsWithResponse(ctx))
	if err != nil {
		return err
	}
	x.place.currency, x.place.billing = billing.Currency, billing
	return nil
}
