package importer

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
)

// details are what an export has of a record, in addition to its names.
type details struct {
	customer *api.Customer
	project  *api.Project
	archive  bool // it is archived in the export
}

// readExports reads the records of exports.
func (x *reading) readExports(context.Context) error {
	if !x.to.options.Source.IsFolder {
		return nil
	}
	for _, folder := range x.to.options.Files {
		records, err := stintfolder.Open(folder.Name())
		if err != nil {
			return fmt.Errorf("%s: %w", folder.Name(), err)
		}
		if records.Manifest.Workspace == x.to.workspace.id {
			return &OwnError{folder.Name()}
		}
		x.exports = append(x.exports, records)
	}
	return nil
}

// addExports adds the records of exports, also those without time. What a later folder has counts.
func (x *reading) addExports(context.Context) error {
	given := map[kind]map[string]*record{clientKind: {}, projectKind: {}, taskKind: {}, tagKind: {}}
	for _, e := range x.exports {
		for _, r := range recordsOf(e) {
			if r.project != nil && (!x.to.workspace.isAdmin || e.Currency != x.to.workspace.currency) {
				dropMoney(r.project)
			}
			if reason := x.refuseExported(e, r); reason == "" {
				x.addExported(r, given[r.ref.kind])
			} else if x.to.workspace.isAdmin {
				leaveOut(&x.to.plan.LeftOut, reason, fmt.Sprintf("%s:%s", filepath.Join(e.Path, r.ref.kind.name+"s.jsonl"), r.id))
			}
		}
	}
	return nil
}

// dropMoney takes away what a project has in another currency, or what members may not set.
func dropMoney(p *api.Project) {
	p.HourlyRate = nil
	if p.Budget != nil && p.Budget.Kind == string(api.ProjectUpsertItemBudgetKindAmount) {
		p.Budget = nil
	}
}

// exportedRecord is a record of an export.
type exportedRecord struct {
	ref      ref
	id       uuid.UUID
	name     string
	row      timefile.Row // of time on it
	external *string
	details
}

// recordsOf are the clients of an export, then its projects, tasks and tags.
func recordsOf(f stintfolder.Folder) (all []exportedRecord) {
	for id, c := range f.Clients {
		all = append(all, exportedRecord{clientKind.ref(c.Name), id, c.Name, timefile.Row{Client: c.Name}, c.ExternalId,
			details{customer: &c, archive: c.IsArchived}})
	}
	for id, p := range f.Projects {
		row := f.RowOn(&id, nil)
		all = append(all, exportedRecord{projectOf(row), id, p.Name, row, p.ExternalId,
			details{project: &p, archive: p.IsArchived}})
	}
	for id, t := range f.Tasks {
		row := f.RowOn(&t.ProjectId, &id)
		all = append(all, exportedRecord{taskOf(row), id, t.Name, row, t.ExternalId, details{archive: t.IsArchived}})
	}
	for id, t := range f.Tags {
		row := timefile.Row{Tags: []string{t.Name}}
		all = append(all, exportedRecord{tagKind.ref(t.Name), id, t.Name, row, t.ExternalId, details{}})
	}
	return all
}

// refuseExported says why a record of an export is left out, "" if it is not: the service would refuse it, or its
// project is not imported.
func (x *reading) refuseExported(e stintfolder.Folder, r exportedRecord) string {
	switch reason := refuseNames(r.row); {
	case r.name == "":
		return "the name is empty"
	case reason != "":
		return reason
	case r.ref.kind == taskKind && e.Projects[e.Tasks[r.id].ProjectId].Name == "" && x.catalog.project(r.row) == nil:
		return "the export does not have the project of the task, or its name"
	}
	return ""
}

// addExported adds a record of an export. Members, who may not create most records, bring only those
// that their time is on. given are the records of the kind by the external ids that they have in exports.
func (x *reading) addExported(e exportedRecord, given map[string]*record) {
	if x.to.workspace.isAdmin {
		x.catalog.note(e.row)
	}
	if r := x.catalog.records[e.ref]; r != nil {
		r.details = e.details
		r.giveExternal(e.external, given)
	}
}

func customerItem(r *record) api.CustomerUpsertItem {
	item := api.CustomerUpsertItem{Name: r.name, ExternalId: r.externalID()}
	if r.customer != nil {
		item.Email = r.customer.Email
	}
	return item
}

func (x *run) projectItem(r *record) api.ProjectUpsertItem {
	item := api.ProjectUpsertItem{Name: r.name, ExternalId: r.externalID()}
	if of := x.files.catalog.records[r.above()]; of != nil {
		item.ClientId = &of.id
	}
	if r.project == nil {
		return item
	}
	p := r.project
	item.Color, item.HourlyRate, item.IsBillable = &p.Color, p.HourlyRate, &p.IsBillable
	item.Visibility = new(api.ProjectUpsertItemVisibility(p.Visibility))
	if p.Budget != nil {
		item.Budget = &api.ProjectUpsertItemBudget{
			Kind: api.ProjectUpsertItemBudgetKind(p.Budget.Kind), Limit: p.Budget.Limit,
			Period: new(api.ProjectUpsertItemBudgetPeriod(p.Budget.Period)),
		}
	}
	return item
}
