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
func (r *reading) readExports(context.Context) error {
	if !r.to.options.Source.IsFolder {
		return nil
	}
	for _, folder := range r.to.options.Files {
		records, err := stintfolder.Open(folder.Name())
		if err != nil {
			return fmt.Errorf("%s: %w", folder.Name(), err)
		}
		if records.Manifest.Workspace == r.to.workspace.id {
			return &OwnError{folder.Name()}
		}
		r.exports = append(r.exports, records)
	}
	return nil
}

// addExports adds the records of exports, also those without time. What a later folder has counts.
func (r *reading) addExports(context.Context) error {
	given := map[kind]map[string]*record{clientKind: {}, projectKind: {}, taskKind: {}, tagKind: {}}
	for _, folder := range r.exports {
		for _, e := range recordsOf(folder) {
			if e.project != nil && (!r.to.workspace.isAdmin || folder.Currency != r.to.workspace.currency) {
				dropMoney(e.project)
			}
			if reason := r.reasonAgainstExported(folder, e); reason == "" {
				r.addExported(e, given[e.ref.kind])
			} else if r.to.workspace.isAdmin {
				file := filepath.Join(folder.Path, e.ref.kind.name+"s.jsonl")
				leaveOut(&r.to.plan.LeftOut, reason, fmt.Sprintf("%s:%s", file, e.id))
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

// reasonAgainstExported says why a record of an export is left out, "" if it is not: the service would refuse it, or
// its project is not imported.
func (r *reading) reasonAgainstExported(folder stintfolder.Folder, e exportedRecord) string {
	switch reason := reasonAgainstNames(e.row); {
	case e.name == "":
		return "the name is empty"
	case reason != "":
		return reason
	case e.ref.kind == taskKind && folder.Projects[folder.Tasks[e.id].ProjectId].Name == "" &&
		r.catalog.project(e.row) == nil:
		return "the export does not have the project of the task, or its name"
	}
	return ""
}

// addExported adds a record of an export. Members, who may not create most records, bring only those
// that their time is on. given are the records of the kind by the external ids that they have in exports.
func (r *reading) addExported(e exportedRecord, given map[string]*record) {
	if r.to.workspace.isAdmin {
		r.catalog.note(e.row)
	}
	if record := r.catalog.records[e.ref]; record != nil {
		record.details = e.details
		record.giveExternal(e.external, given)
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
