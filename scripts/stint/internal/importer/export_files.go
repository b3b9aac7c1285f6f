package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/exporter"
	"stint/shared/client/api"
)

// exported are the records of an export, apart from entries and submissions.
type exported struct {
	folder   string
	manifest exporter.Manifest
	settings *api.Workspace       // nil if the key could not read it, as is billing
	billing  *api.BillingSettings // nil if the key could not read them
	workers  map[memberOf]projectMember
	members  map[uuid.UUID]api.WorkspaceMember
	clients  map[uuid.UUID]api.Customer
	projects map[uuid.UUID]api.Project
	tasks    map[uuid.UUID]api.Task
	tags     map[uuid.UUID]api.Tag
	currency string
}

// memberOf is a user in a project.
type memberOf struct{ project, user uuid.UUID }

// projectMember is a member of a project.
type projectMember struct {
	ProjectID uuid.UUID `json:"project_id"`
	api.ProjectMember
}

func (x exported) clientOf(p api.Project) string {
	if p.ClientId == nil {
		return ""
	}
	return x.clients[*p.ClientId].Name
}

func openExport(folder string) (x exported, err error) {
	content, err := os.ReadFile(filepath.Join(folder, exporter.ManifestFile))
	if err != nil {
		return x, fmt.Errorf("this is no folder of a complete stint export: %w", err)
	}
	if err := json.Unmarshal(content, &x.manifest); err != nil {
		return x, fmt.Errorf("%s is damaged (%w): %s", exporter.ManifestFile, err, exportAgain)
	}
	if x.manifest.Format != exporter.Format {
		return x, fmt.Errorf("the export has the format %d; this program reads %d", x.manifest.Format, exporter.Format)
	}
	x.folder = folder
	x.workers, err = readAll(x, "project_members", err, func(m projectMember) memberOf { return memberOf{m.ProjectID, m.UserId} })
	x.members, err = readAll(x, "members", err, func(m api.WorkspaceMember) uuid.UUID { return m.UserId })
	x.clients, err = readAll(x, "clients", err, func(c api.Customer) uuid.UUID { return c.Id })
	x.projects, err = readAll(x, "projects", err, func(p api.Project) uuid.UUID { return p.Id })
	x.tasks, err = readAll(x, "tasks", err, func(t api.Task) uuid.UUID { return t.Id })
	x.tags, err = readAll(x, "tags", err, func(t api.Tag) uuid.UUID { return t.Id })
	for billing, failed := range linesOf[api.BillingSettings](x, "billing_settings") {
		x.billing, x.currency, err = &billing, billing.Currency, errors.Join(err, failed)
	}
	for workspace, failed := range linesOf[api.Workspace](x, "workspace") {
		x.settings, err = &workspace, errors.Join(err, failed)
	}
	x.cleanNames()
	return x, err
}

// readAll reads the records of a kind by their ids. A kind that the key could not read has none.
func readAll[T any, K comparable](x exported, name string, before error, id func(T) K) (map[K]T, error) {
	all := map[K]T{}
	for record, err := range linesOf[T](x, name) {
		if err != nil {
			return nil, errors.Join(before, err)
		}
		all[id(record)] = record
	}
	return all, before
}

// cleanNames gives the records the names that the rows have.
func (x exported) cleanNames() {
	cleanAll(x.clients, func(c *api.Customer) *string { return &c.Name })
	cleanAll(x.projects, func(p *api.Project) *string { return &p.Name })
	cleanAll(x.tasks, func(t *api.Task) *string { return &t.Name })
	cleanAll(x.tags, func(t *api.Tag) *string { return &t.Name })
}

func cleanAll[T any](records map[uuid.UUID]T, nameOf func(*T) *string) {
	for id, r := range records {
		name := nameOf(&r)
		*name = cleanName(*name)
		records[id] = r
	}
}
