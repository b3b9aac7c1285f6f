package importer

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
)

// Export is the source of the folders that stint export writes.
func Export() timefile.Source {
	return timefile.Source{
		Name: exportName, Title: "Stint", HasClock: true, Read: readExport, Help: "the folder of stint export.",
	}
}

// readExport reads the entries of an export. Running timers are left out.
func readExport(f timefile.File, _ timefile.Options) iter.Seq2[timefile.Row, error] {
	return func(yield func(timefile.Row, error) bool) {
		records, err := openExport(f.Name())
		if err != nil {
			yield(timefile.Row{}, err)
			return
		}
		line := 0
		for entry, err := range linesOf[api.Entry](records, "entries") {
			var row timefile.Row
			if line++; err == nil {
				row, err = records.rowOf(entry, line)
			}
			_, refused := errors.AsType[timefile.Refused](err)
			if !yield(row, err) || err != nil && !refused {
				return
			}
		}
	}
}

// rowOf is an entry by the names of what it is on.
func (x exported) rowOf(e api.Entry, line int) (timefile.Row, error) {
	if e.StoppedAt == nil {
		return timefile.Row{Line: line}, timefile.Refused{Line: line, Reason: "the timer still runs"}
	}
	row := timefile.Row{
		Line: line, Key: e.UserId.String() + e.Id.String(), Person: x.personOf(e.UserId),
		ExternalID: orZero(e.ExternalId), Invoice: orZero(e.Invoice),
		Description: e.Description, Start: e.StartedAt, Day: e.StartedAt, Duration: e.StoppedAt.Sub(e.StartedAt),
		Billable: &e.IsBillable, HourlyRate: e.HourlyRate, Currency: e.Currency,
	}
	x.addRate(&row, e)
	if e.ProjectId != nil {
		project := x.projects[*e.ProjectId]
		row.Project = nameOr(project.Name, *e.ProjectId)
		row.Client = x.clientOf(project)
	}
	if e.TaskId != nil {
		row.Task = nameOr(x.tasks[*e.TaskId].Name, *e.TaskId)
	}
	for _, tag := range e.TagIds {
		row.Tags = append(row.Tags, nameOr(x.tags[tag].Name, tag))
	}
	return row, nil
}

func (x exported) personOf(user uuid.UUID) timefile.Person {
	member, ok := x.members[user]
	if !ok {
		return timefile.Person{Name: user.String()}
	}
	return timefile.Person{Name: member.DisplayName, Email: string(member.Email)}
}

// nameOr is the name of a record, or its id if the export does not have its name, because the key
// could not read it.
func nameOr(name string, id uuid.UUID) string {
	return cmp.Or(name, id.String())
}

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
	x.workers, err = readAll(x, "project_members", err,
		func(m projectMember) memberOf { return memberOf{m.ProjectID, m.UserId} })
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

// exportAgain is what to do with a damaged export.
const exportAgain = "export the workspace again, or copy the folder again"

// linesOf reads a file of JSON Lines, a record at a time. A file that the manifest does not list may be
// missing, and has no records then: the key could not read it, or a former version wrote the export.
// Errors: those of the file; a damaged record; a number of records that is not the manifest's.
func linesOf[T any](x exported, name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		listed, isListed := x.manifest.Records[name]
		f, err := os.Open(filepath.Join(x.folder, name+".jsonl"))
		if errors.Is(err, os.ErrNotExist) {
			if isListed {
				yield(none, fmt.Errorf("%s.jsonl is missing, and %s says that it has %s: %s", name, exporter.ManifestFile,
					recordCount(listed), exportAgain))
			}
			return
		}
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = f.Close() }()
		decoder, n := json.NewDecoder(bufio.NewReader(f)), 0
		for ; ; n++ {
			record, err := decoded[T](decoder)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(none, fmt.Errorf("%s.jsonl, record %d, is damaged (%w): %s", name, n+1, err, exportAgain))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if isListed && n != listed {
			yield(none, fmt.Errorf("%s.jsonl has %s, and %s says %d: %s", name, recordCount(n), exporter.ManifestFile, listed,
				exportAgain))
		}
	}
}

// decoded is the next record. Errors: io.EOF after the last one; those of the form.
func decoded[T any](decoder *json.Decoder) (record T, err error) {
	read := &record
	if err = decoder.Decode(&read); err == nil && read == nil {
		err = errors.New("it is null")
	}
	return record, err
}

func recordCount(n int) string { return screen.Counted(n, "record", "records") }
