package importer

import (
	"context"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// exportName is the source of the folders that stint export writes.
const exportName = "stint"

// details are what an export has of a record, in addition to its names.
type details struct {
	customer *api.Customer
	project  *api.Project
	archived bool
}

// readExports adds the records of exports, also those without time.
func (x *Import) readExports(context.Context) error {
	if x.options.Source.Name != exportName {
		return nil
	}
	for _, folder := range x.options.Files {
		records, err := openExport(folder.Name())
		if err != nil {
			return err
		}
		x.addExported(records)
	}
	return nil
}

// addExported adds the records of an export. What a folder before has counts.
func (x *Import) addExported(e exported) {
	for _, c := range e.clients {
		row := rowNamed(c.Name, "", "")
		x.note(row)
		x.catalog.clients[normal(c.Name)].details = details{customer: &c, archived: c.IsArchived}
	}
	for _, p := range e.projects {
		row := rowNamed(e.clientOf(p), p.Name, "")
		x.note(row)
		if p.HourlyRate != nil && (!x.place.isAdmin || e.currency != x.place.currency) {
			p.HourlyRate = nil
		}
		x.catalog.projects[projectOf(row)].details = details{project: &p, archived: p.IsArchived}
	}
	for _, t := range e.tasks {
		p := e.projects[t.ProjectId]
		row := rowNamed(e.clientOf(p), p.Name, t.Name)
		x.note(row)
		x.catalog.tasks[taskOf(row)].details = details{archived: t.IsArchived}
	}
	for _, t := range e.tags {
		x.note(rowTagged(t.Name))
	}
}

func customerItem(r *record) api.CustomerUpsertItem {
	item := api.CustomerUpsertItem{Name: r.name, ExternalId: &r.external}
	if r.customer != nil {
		item.Email = r.customer.Email
	}
	return item
}

func projectItem(r *record, of *uuid.UUID) api.ProjectUpsertItem {
	item := api.ProjectUpsertItem{Name: r.name, ExternalId: &r.external, ClientId: of}
	if r.project == nil {
		return item
	}
	p := r.project
	item.Color, item.HourlyRate, item.IsBillable = &p.Color, p.HourlyRate, &p.IsBillable
	item.Visibility = new(api.ProjectUpsertItemVisibility(p.Visibility))
	if p.Budget != nil {
		item.Budget = &api.ProjectUpsertItemBudget{
			Kind: api.ProjectUpsertItemBudgetKind(p.Budget.Kind), Limit: p.Budget.Limit, Period: new(api.ProjectUpsertItemBudgetPeriod(p.Budget.Period)),
		}
	}
	return item
}

// archive archives the records of this import that are archived in the export. It comes last,
// because archived ones take no new time.
func (x *Import) archive(ctx context.Context) error {
	yes := true
	for _, r := range x.catalog.tasks {
		if r.isToArchive() {
			if _, err := client.Get(x.TasksChangeWithResponse(ctx, r.id, nil, api.TaskChangeRequest{IsArchived: &yes})); err != nil {
				return err
			}
		}
	}
	for _, r := range x.catalog.projects {
		if r.isToArchive() {
			if _, err := client.Get(x.ProjectsChangeWithResponse(ctx, r.id, nil, api.ProjectChangeRequest{IsArchived: &yes})); err != nil {
				return err
			}
		}
	}
	for _, r := range x.catalog.clients {
		if r.isToArchive() {
			if _, err := client.Get(x.ClientsChangeWithResponse(ctx, r.id, nil, api.CustomerChangeRequest{IsArchived: &yes})); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *record) isToArchive() bool { return r.details.archived && r.isOurs && !r.archived }
