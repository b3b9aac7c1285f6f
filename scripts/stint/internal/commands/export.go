package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/screen"
)

func (a *app) export() *cobra.Command {
	return &cobra.Command{
		Use:   "export [FOLDER]",
		Short: "Write everything that your key may read into a folder",
		Long: `Write everything of the workspace that your key may read into a new folder: each kind
of record as JSON Lines, as the API sends it, and as CSV. manifest.json says what is in
it, and what your key may not read. Without FOLDER it is stint-export and the date.
Until everything is there, the name of the folder ends with .part.`,
		Example: `  stint export
  stint export backup-2026 --json`,
		Args: oneText,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.runExport(ctx, s, cmp.Or(strings.Join(args, ""), "stint-export-"+a.Now().Format(time.DateOnly)))
		}),
	}
}

func (a *app) runExport(ctx context.Context, s *session, folder string) error {
	manifest, err := exporter.Run(ctx, s.Client, folder, a.Now, func(file string, records int) {
		if a.Terminal {
			a.note("%8d %s", records, file)
		}
	})
	if taken, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, fs.ErrExist) {
		return usageError{takenError(taken.Path)}
	}
	if err != nil {
		return err
	}
	raw, err := json.Marshal(manifest)
	line := fmt.Sprintf("%s has %s and %s.", folder,
		screen.Counted(manifest.Records["entries"], "entry", "entries"),
		screen.Counted(manifest.Records["projects"], "project", "projects"))
	if missing := missingOf(manifest); len(missing) > 0 {
		line += " Your key may not read: " + strings.Join(missing, ", ") + "."
	}
	return a.print(raw, line, err)
}

// takenError says which folder exists, and what to do.
func takenError(folder string) error {
	if strings.HasSuffix(folder, exporter.PartSuffix) {
		return fmt.Errorf("%s exists already: an export into it runs, or was broken off. Remove it, or name another folder",
			folder)
	}
	return fmt.Errorf("%s exists already: name another folder", folder)
}

// missingOf names what a key may not read: whole files, and parts of others.
func missingOf(m exporter.Manifest) []string {
	missing := slices.Clone(m.LeftOut)
	for _, file := range slices.Sorted(maps.Keys(m.Partly)) {
		below := "projects"
		if file == "client_links" {
			below = "submissions"
		}
		missing = append(missing, fmt.Sprintf("%s of %d %s", file, m.Partly[file], below))
	}
	return missing
}
