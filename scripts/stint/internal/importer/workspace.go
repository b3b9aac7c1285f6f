package importer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// workspace is the workspace of the key, and what the key's user may do in it.
type workspace struct {
	id, user  uuid.UUID
	email     string
	zone      *time.Location
	currency  string
	isAdmin   bool // owner or admin, with a key that has full access: time of others, and all records
	setsRates bool // owner or admin
	isFull    bool // the key has full access; others write only the time of their owner
	overlaps  bool // entries of one user may overlap

	settings *api.Workspace
	billing  *api.BillingSettings // nil for members, who do not read it
}

// accessOf is the access of the key or app.
func accessOf(me *api.ApiKeyIdentity) string {
	if me.App != nil {
		return string(me.App.Access)
	}
	return string(me.ApiKey.Access)
}

func (d *destination) readWorkspace(ctx context.Context) error {
	me, err := client.Get(d.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return err
	}
	w, err := client.Get(d.WorkspacesGetWithResponse(ctx))
	if err != nil {
		return err
	}
	switch {
	case w.Role == "analyst":
		return ErrAnalyst
	case accessOf(me) == "read":
		return ErrReadKey
	}
	zone, err := time.LoadLocation(w.Timezone)
	if err != nil {
		return err
	}
	d.workspace = workspace{
		id: me.Workspace.Id, user: me.User.Id, email: string(me.User.Email), zone: zone,
		isFull: accessOf(me) == "full", setsRates: slices.Contains([]string{"owner", "admin"}, w.Role),
		overlaps: w.AllowOverlap, settings: w,
	}
	d.ids = ids{d.workspace.id, d.options.Source.Name}
	d.workspace.isAdmin = d.workspace.setsRates && d.workspace.isFull
	if d.options.Zone == nil {
		d.options.Zone = zone
	}
	d.plan.Zone = d.options.Zone.String()
	if !d.workspace.setsRates {
		return nil // rates are not theirs to set
	}
	billing, err := client.Get(d.BillingSettingsWithResponse(ctx))
	if err != nil {
		return err
	}
	d.workspace.currency, d.workspace.billing = billing.Currency, billing
	return nil
}

// OwnError is the error of files that have entries of the workspace itself. Importing them would
// write this time twice.
type OwnError struct{ File string }

func (e *OwnError) Error() string {
	return fmt.Sprintf("%s is an export of this workspace: its time is here already, and would come twice. Import it "+
		"into another workspace", e.File)
}

// noteOwn keeps the id that a row has if it is an entry of Stint. In a folder of stint export the id
// of the user comes before it.
func (r *reading) noteOwn(i item) {
	const length = 36
	if len(i.Key) < length {
		return
	}
	if id, err := uuid.Parse(i.Key[len(i.Key)-length:]); err == nil {
		r.exportedIDs[id] = i.file
	}
}

// refuseOwn refuses files that have an entry of the workspace. Errors: *OwnError.
func (r *reading) refuseOwn(id uuid.UUID) error {
	if file, ok := r.exportedIDs[id]; ok {
		return &OwnError{r.to.options.Files[file].Name()}
	}
	return nil
}
