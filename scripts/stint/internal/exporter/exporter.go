// Package exporter writes everything of a workspace that a key may read into one folder: every
// kind of record as JSON Lines, as the API sends it, and as CSV. It holds one page at a time.
package exporter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
)

// Format is the version of the folder's form. An importer refuses one that it does not know.
const Format = 1

// ManifestFile describes the folder. It is written last: a folder without it is not complete.
const ManifestFile = "manifest.json"

// PartSuffix ends the name of the folder until it is complete.
const PartSuffix = ".part"

// Manifest describes an export.
type Manifest struct {
	Format    int            `json:"format"`
	BeganAt   time.Time      `json:"began_at"` // records that changed since may be older or newer
	EndedAt   time.Time      `json:"ended_at"`
	Workspace uuid.UUID      `json:"workspace_id"`
	User      uuid.UUID      `json:"user_id"`  // whose key it was
	Records   map[string]int `json:"records"`  // by file, without its ending
	LeftOut   []string       `json:"left_out"` // files of which the key may read nothing
	Partly    map[string]int `json:"partly"`   // by file: of how many projects or submissions nothing may be read
}

// export is one run.
type export struct {
	*client.Client
	folder   string
	manifest Manifest
	progress func(file string, records int)

	projects, submissions []uuid.UUID
	names                 names
}

// Run writes an export into a new folder, whose name ends with PartSuffix until it is complete.
// progress is called after each file. now is the clock. Errors: those of the client and of the disk,
// after which nothing is left of the folder; *fs.PathError with the name of a folder that exists.
func Run(ctx context.Context, c *client.Client, folder string,
	now func() time.Time, progress func(file string, records int)) (Manifest, error) {
	me, err := client.Get(c.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return Manifest{}, err
	}
	part, err := makePart(filepath.Clean(folder))
	if err != nil {
		return Manifest{}, err
	}
	x := &export{Client: c, folder: part, progress: progress,
		names: names{map[uuid.UUID]string{}, map[uuid.UUID]uuid.UUID{}}, manifest: Manifest{
			Format: Format, BeganAt: now().UTC(), Workspace: me.Workspace.Id, User: me.User.Id, Records: map[string]int{},
			LeftOut: []string{}, Partly: map[string]int{},
		}}
	if err = x.writeAll(ctx, now); err == nil {
		err = os.Rename(part, filepath.Clean(folder))
	}
	if err != nil {
		return Manifest{}, errors.Join(err, os.RemoveAll(part))
	}
	return x.manifest, nil
}

// makePart makes the folder that becomes another one when it is complete.
func makePart(folder string) (string, error) {
	if _, err := os.Lstat(folder); err == nil {
		return "", &fs.PathError{Op: "mkdir", Path: folder, Err: fs.ErrExist}
	}
	return folder + PartSuffix, os.Mkdir(folder+PartSuffix, 0o700)
}

func (x *export) writeAll(ctx context.Context, now func() time.Time) error {
	for _, write := range x.kinds(ctx) {
		if err := write(); err != nil {
			return err
		}
	}
	x.manifest.EndedAt = now().UTC()
	content, err := json.MarshalIndent(x.manifest, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(x.folder, ManifestFile), append(content, '\n'), 0o600)
}

// close ends the files of a kind of record, and notes how many there are. What the key may not
// read is left out.
func (x *export) close(s *sink, err error) error {
	err = errors.Join(err, s.close())
	if isRefused(err, http.StatusForbidden) {
		x.manifest.LeftOut = append(x.manifest.LeftOut, s.name)
		return s.remove()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	x.manifest.Records[s.name] = s.records
	x.progress(s.name, s.records)
	return nil
}
