package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/shared/client"
	"stint/shared/client/api"
)

// PlannedSettings are the settings and rates of an export that the workspace has otherwise.
type PlannedSettings struct {
	Differ []DifferentSetting `json:"differ"`
	Taken  bool               `json:"taken"` // whether the import takes those of the export
}

// DifferentSetting is a setting of the workspace or of billing, or the rate of a member.
type DifferentSetting struct {
	Name   string `json:"name"`
	Here   any    `json:"here"`
	Export any    `json:"export"`
}

// The settings that an import takes. The others are the workspace's own: its name, and who may
// sign in.
var (
	workspaceSettings = []string{
		"timezone", "week_start", "default_project_visibility", "members_can_create_projects", "members_can_create_tags",
		"max_key_days", overlapSetting,
	}
	billingSettings = []string{"currency", "default_hourly_rate", "default_is_billable", "rounding", "members_see_rates"}
	signInSettings  = []string{"require_second_factor", "require_sso"}
)

// overlapSetting refuses entries that overlap, which the export may have from before. So an import
// takes it last where it forbids.
const overlapSetting = "allow_overlap"

// properties are those of a request that changes settings.
type properties = map[string]any

// settings are what an import changes of the workspace.
type settings struct {
	first, last properties           // of the workspace
	billing     properties           // all of them; nil if none differs
	rates       map[uuid.UUID]*int64 // of members
}

// readSettings finds out which settings and rates differ, and whether the import takes them: into
// a workspace without any records, or where the options say it.
func (r *reading) readSettings(ctx context.Context) error {
	if len(r.exports) == 0 || r.to.workspace.billing == nil || !r.to.workspace.isAdmin {
		return nil
	}
	e := r.exports[len(r.exports)-1]
	if e.Workspace == nil || e.Billing == nil {
		return nil
	}
	if r.diffSettings(e); len(r.to.plan.Settings.Differ) == 0 {
		return nil
	}
	isEmpty, err := r.to.isEmpty(ctx)
	if err != nil || !isEmpty && !r.to.options.Settings {
		return err
	}
	return r.to.bringSettings(e)
}

// bringSettings makes the destination what it will be with the settings of an export.
func (d *destination) bringSettings(e stintfolder.Folder) error {
	zone, err := time.LoadLocation(e.Workspace.Timezone)
	if err != nil {
		return err
	}
	if d.options.Zone == d.workspace.zone {
		d.options.Zone, d.plan.Zone = zone, zone.String()
	}
	d.workspace.zone, d.workspace.currency = zone, e.Billing.Currency
	d.workspace.overlaps = d.workspace.overlaps || e.Workspace.AllowOverlap
	d.plan.Settings.Taken = true
	return nil
}

func (r *reading) diffSettings(e stintfolder.Folder) {
	w, differ := r.to.workspace, &r.to.plan.Settings.Differ
	r.settings = settings{first: properties{}, last: properties{}, rates: map[uuid.UUID]*int64{}}
	*differ = append(*differ, differing(workspaceSettings, w.settings, e.Workspace)...)
	for _, d := range *differ {
		if d.Name == overlapSetting && d.Export == false {
			r.settings.last[d.Name] = d.Export
		} else {
			r.settings.first[d.Name] = d.Export
		}
	}
	if billing := differing(billingSettings, w.billing, e.Billing); len(billing) > 0 {
		*differ = append(*differ, billing...)
		r.settings.billing = propertiesOf(e.Billing)
		delete(r.settings.billing, "version")
	}
	for _, m := range e.Members {
		user, ok := r.to.people.userOf(e.PersonOf(m.UserId))
		here := r.to.people.memberBy(user)
		if ok && m.HourlyRate != nil && !reflect.DeepEqual(here.HourlyRate, m.HourlyRate) {
			r.settings.rates[user] = m.HourlyRate
			*differ = append(*differ, DifferentSetting{"rate of " + string(here.Email), here.HourlyRate, m.HourlyRate})
		}
	}
	var names []string
	for _, d := range differing(signInSettings, w.settings, e.Workspace) {
		names = append(names, d.Name)
	}
	if len(names) > 0 {
		r.to.plan.notef("Who may sign in is decided in each workspace: the import leaves out %s.", strings.Join(names, ", "))
	}
}

// differing are the properties that an export has otherwise.
func differing(names []string, here, export any) (differ []DifferentSetting) {
	a, b := propertiesOf(here), propertiesOf(export)
	for _, name := range names {
		if !reflect.DeepEqual(a[name], b[name]) {
			differ = append(differ, DifferentSetting{name, a[name], b[name]})
		}
	}
	return differ
}

// propertiesOf is a record as the API sends it.
func propertiesOf(record any) (all properties) {
	raw, err := json.Marshal(record)
	if err != nil || json.Unmarshal(raw, &all) != nil {
		return nil
	}
	return all
}

// isEmpty reports whether the workspace has no entry, project, client and tag.
func (d *destination) isEmpty(ctx context.Context) (bool, error) {
	if len(d.records.projects)+len(d.records.clients) > 0 {
		return false, nil
	}
	one := new(int64(1))
	some, err := isAny(client.All(ctx, d.EntriesListWithResponse, &api.EntriesListParams{Limit: one}))
	if !some && err == nil {
		some, err = isAny(client.All(ctx, d.TagsListWithResponse, &api.TagsListParams{Limit: one}))
	}
	return !some && err == nil, err
}

func isAny[T any](list iter.Seq2[T, error]) (bool, error) {
	for _, err := range list {
		return err == nil, err
	}
	return false, nil
}

// finishSettings lets an import that was broken off go on: where only the setting that comes last
// differs, and the period has no other time, it is taken.
func (m *matching) finishSettings() {
	p := &m.to.plan.Settings
	if len(p.Differ) == 1 && len(m.files.settings.last) == 1 && m.knowsAll && len(m.others) == 0 {
		p.Taken = true
	}
}

// takeSettings takes settings and rates before anything is created. So the workspace is still empty
// when the import is broken off here.
func (x *run) takeSettings(ctx context.Context) error {
	if !x.planned.Plan.Settings.Taken {
		return nil
	}
	if err := x.changeWorkspace(ctx, x.files.settings.first); err != nil {
		return err
	}
	if x.files.settings.billing != nil {
		if _, err := client.Get(x.to.BillingReplaceSettingsWithBodyWithResponse(ctx, nil, "application/json",
			bodyOf(x.files.settings.billing))); err != nil {
			return err
		}
	}
	for user, rate := range x.files.settings.rates {
		if _, err := client.Get(x.to.MembersChangeWithResponse(ctx, user, nil,
			api.MemberChangeRequest{HourlyRate: rate})); err != nil {
			return err
		}
	}
	return nil
}

// takeLastSettings takes what would refuse entries.
func (x *run) takeLastSettings(ctx context.Context) error {
	if !x.planned.Plan.Settings.Taken {
		return nil
	}
	return x.changeWorkspace(ctx, x.files.settings.last)
}

func (x *run) changeWorkspace(ctx context.Context, changed properties) error {
	if len(changed) == 0 {
		return nil
	}
	_, err := client.Get(x.to.WorkspacesChangeWithBodyWithResponse(ctx, nil, "application/json", bodyOf(changed)))
	return err
}

// bodyOf is the body of a request that, unlike the generated ones, can clear a property.
func bodyOf(p properties) io.Reader {
	raw, _ := json.Marshal(p) // it was read from JSON
	return bytes.NewReader(raw)
}
