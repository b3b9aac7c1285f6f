package stintfolder

import (
	"bufio"
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

// Folder is what an export has beside entries and submissions. Names are as rows have them.
type Folder struct {
	Path           string
	Manifest       exporter.Manifest
	Workspace      *api.Workspace       // nil if the key could not read it, as is Billing
	Billing        *api.BillingSettings // nil if the key could not read them
	Currency       string               // of the billing settings; "" without them
	ProjectMembers map[MemberOf]ProjectMember
	Members        map[uuid.UUID]api.WorkspaceMember
	Clients        map[uuid.UUID]api.Customer
	Projects       map[uuid.UUID]api.Project
	Tasks          map[uuid.UUID]api.Task
	Tags           map[uuid.UUID]api.Tag
}

// MemberOf is a user in a project.
type MemberOf struct{ Project, User uuid.UUID }

// ProjectMember is a member of a project.
type ProjectMember struct {
	ProjectID uuid.UUID `json:"project_id"`
	api.ProjectMember
}

// Open reads the records of a folder. Errors: it is none of a complete export, it is damaged, or it has another format.
func Open(path string) (f Folder, err error) {
	content, err := os.ReadFile(filepath.Join(path, exporter.ManifestFile))
	if err != nil {
		return f, fmt.Errorf("this is no folder of a complete stint export: %w", err)
	}
	if err := json.Unmarshal(content, &f.Manifest); err != nil {
		return f, fmt.Errorf("%s is damaged (%w): %s", exporter.ManifestFile, err, exportAgain)
	}
	if f.Manifest.Format != exporter.Format {
		return f, fmt.Errorf("the export has the format %d; this program reads %d", f.Manifest.Format, exporter.Format)
	}
	f.Path = path
	f.ProjectMembers, err = readAll(f, "project_members", err, nil,
		func(m *ProjectMember) MemberOf { return MemberOf{m.ProjectID, m.UserId} })
	f.Members, err = readAll(f, "members", err, nil, func(m *api.WorkspaceMember) uuid.UUID { return m.UserId })
	f.Clients, err = readAll(f, "clients", err, func(c *api.Customer) *string { return &c.Name },
		func(c *api.Customer) uuid.UUID { return c.Id })
	f.Projects, err = readAll(f, "projects", err, func(p *api.Project) *string { return &p.Name },
		func(p *api.Project) uuid.UUID { return p.Id })
	f.Tasks, err = readAll(f, "tasks", err, func(t *api.Task) *string { return &t.Name },
		func(t *api.Task) uuid.UUID { return t.Id })
	f.Tags, err = readAll(f, "tags", err, func(t *api.Tag) *string { return &t.Name },
		func(t *api.Tag) uuid.UUID { return t.Id })
	for billing, failed := range linesOf[api.BillingSettings](f, "billing_settings") {
		f.Billing, f.Currency, err = &billing, billing.Currency, errors.Join(err, failed)
	}
	for workspace, failed := range linesOf[api.Workspace](f, "workspace") {
		f.Workspace, err = &workspace, errors.Join(err, failed)
	}
	return f, err
}

// readAll reads the records of a kind by their ids, and cleans their names. A kind that the key could not read has
// none.
func readAll[T any, K comparable](f Folder, kind string, before error, name func(*T) *string,
	id func(*T) K) (map[K]T, error) {
	all := map[K]T{}
	for record, err := range linesOf[T](f, kind) {
		if err != nil {
			return nil, errors.Join(before, err)
		}
		if name != nil {
			*name(&record) = timefile.CleanName(*name(&record))
		}
		all[id(&record)] = record
	}
	return all, before
}

// Submissions reads the submissions, one at a time. Errors: those of the file, with its folder.
func (f Folder) Submissions() iter.Seq2[api.Submission, error] {
	return func(yield func(api.Submission, error) bool) {
		for s, err := range linesOf[api.Submission](f, "submissions") {
			if err != nil {
				err = fmt.Errorf("%s: %w", f.Path, err)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// exportAgain is what to do with a damaged export.
const exportAgain = "export the workspace again, or copy the folder again"

// linesOf reads a file of JSON Lines, a record at a time. A file that the manifest does not list may be
// missing, and has no records then: the key could not read it, or a former version wrote the export.
// Errors: those of the file; a damaged record; a number of records that is not the manifest's.
func linesOf[T any](f Folder, kind string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		listed, isListed := f.Manifest.Records[kind]
		file, err := os.Open(filepath.Join(f.Path, kind+".jsonl"))
		if errors.Is(err, os.ErrNotExist) {
			if isListed {
				yield(none, fmt.Errorf("%s.jsonl is missing, and %s says that it has %s: %s", kind, exporter.ManifestFile,
					recordCount(listed), exportAgain))
			}
			return
		}
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = file.Close() }()
		decoder, n := json.NewDecoder(bufio.NewReader(file)), 0
		for ; ; n++ {
			record, err := decoded[T](decoder)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(none, fmt.Errorf("%s.jsonl, record %d, is damaged (%w): %s", kind, n+1, err, exportAgain))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if isListed && n != listed {
			yield(none, fmt.Errorf("%s.jsonl has %s, and %s says %d: %s", kind, recordCount(n), exporter.ManifestFile, listed,
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
