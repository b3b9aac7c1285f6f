package importer

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
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

// readExports reads the records of exports.
func (x *reading) readExports(context.Context) error {
	if x.options.Source.Name != exportName {
		return nil
	}
	for _, folder := range x.options.Files {
		records, err := openExport(folder.Name())
		if err != nil {
			return fmt.Errorf("%s: %w", folder.Name(), err)
		}
		if records.manifest.Workspace == x.workspace.id {
			return &OwnError{folder.Name()}
		}
		x.exports = append(x.exports, records)
	}
	return nil
}

// addExports adds the records of exports, also those without time. What a later folder has counts.
func (x *reading) addExports(context.Context) error {
	given := map[string]map[string]*record{"clients": {}, "projects": {}, "tasks": {}, "tags": {}}
	for _, e := range x.exports {
		x.addExported(e, given)
	}
	return nil
}

// addExported adds the records of an export. given are the records of each kind by the external ids that
// they have in exports.
func (x *reading) addExported(e exported, given map[string]map[string]*record) {
	for _, c := range e.clients {
		row := rowNamed(c.Name, "", "")
		if x.leaveOutRecord(e, "clients", c.Id, c.Name, row) {
			continue
		}
		addTo(x, x.catalog.clients, given["clients"], normal(c.Name), row, details{customer: &c, archived: c.IsArchived},
			c.ExternalId)
	}
	for _, p := range e.projects {
		row := rowNamed(e.clientOf(p), p.Name, "")
		if x.leaveOutRecord(e, "projects", p.Id, p.Name, row) {
			continue
		}
		if !x.workspace.isAdmin || e.currency != x.workspace.currency {
			p.HourlyRate = nil
			if p.Budget != nil && p.Budget.Kind == string(api.ProjectUpsertItemBudgetKindAmount) {
				p.Budget = nil
			}
		}
		addTo(x, x.catalog.projects, given["projects"], projectOf(row), row, details{project: &p, archived: p.IsArchived},
			p.ExternalId)
	}
	for _, t := range e.tasks {
		p := e.projects[t.ProjectId]
		row := rowNamed(e.clientOf(p), nameOr(p.Name, t.ProjectId), t.Name)
		if x.leaveOutRecord(e, "tasks", t.Id, t.Name, row) || x.leaveOutTask(e, t, row) {
			continue
		}
		addTo(x, x.catalog.tasks, given["tasks"], taskOf(row), row, details{archived: t.IsArchived}, t.ExternalId)
	}
	for _, t := range e.tags {
		if x.leaveOutRecord(e, "tags", t.Id, t.Name, rowTagged(t.Name)) {
			continue
		}
		addTo(x, x.catalog.tags, given["tags"], normal(t.Name), rowTagged(t.Name), details{}, t.ExternalId)
	}
}

// leaveOutRecord leaves a record out that the service would refuse, and reports whether it did.
func (x *destination) leaveOutRecord(e exported, kind string, id uuid.UUID, name string, row timefile.Row) bool {
	reason := refuseNames(row)
	if name == "" {
		reason = "the name is empty"
	}
	if reason != "" && x.workspace.isAdmin {
		leaveOut(&x.Plan.LeftOut, reason, placeOf(e, kind, id))
	}
	return reason != ""
}

// leaveOutTask leaves a task out whose project is not imported, and reports whether it did.
func (x *reading) leaveOutTask(e exported, t api.Task, row timefile.Row) bool {
	if p, ok := e.projects[t.ProjectId]; ok && p.Name != "" || x.catalog.projects[projectOf(row)] != nil {
		return false
	}
	if !x.workspace.isAdmin {
		return true
	}
	leaveOut(&x.Plan.LeftOut, "the export does not have the project of the task, or its name", placeOf(e, "tasks", t.Id))
	return true
}

// placeOf names a record of an export.
func placeOf(e exported, kind string, id uuid.UUID) string {
	return fmt.Sprintf("%s:%s", filepath.Join(e.folder, kind+".jsonl"), id)
}

// addTo adds a record of an export. Members, who may not create most records, bring only those
// that their time is on. given are the records of the kind by the external ids that they have in exports.
func addTo[K comparable](x *reading, records map[K]*record, given map[string]*record, key K, row timefile.Row,
	d details,
	external *string) {
	if x.workspace.isAdmin {
		x.note(row)
	}
	if r := records[key]; r != nil {
		r.details = d
		r.giveExternal(external, given)
	}
}

func customerItem(r *record) api.CustomerUpsertItem {
	item := api.CustomerUpsertItem{Name: r.name, ExternalId: r.externalID()}
	if r.customer != nil {
		item.Email = r.customer.Email
	}
	return item
}

func projectItem(r, of *record) api.ProjectUpsertItem {
	item := api.ProjectUpsertItem{Name: r.name, ExternalId: r.externalID()}
	if of != nil {
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

// noteNotImported names what an import leaves out, beside the audit log.
func (x *reading) noteNotImported() {
	for _, e := range x.exports {
		for _, kind := range []struct{ file, note string }{
			{"webhooks", "Webhooks (%d) are not imported, because an export has no secrets."},
			{"invitations", "Invitations (%d) are not imported, because each sends a mail."},
			{"client_links",
				"Client links (%d) and their signatures are not imported, because a client signs in one workspace."},
		} {
			if n := e.manifest.Records[kind.file]; n > 0 {
				x.notef(kind.note, n)
			}
		}
	}
}
