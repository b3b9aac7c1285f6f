package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/exporter"
)

func (a *app) export() *cobra.Command {
	return &cobra.Command{
		Use:   "export [FOLDER]",
		Short: "Write everything that your key may read into a folder",
		Long: `Write everything of the workspace that your key may read into a new folder: each kind
of record as JSON Lines, as the API sends it, and as CSV. manifest.json says what is in
it, and what your key may not read. Without FOLDER it is stint-export and the date.`,
		Example: `  stint export
  stint export backup-2026 --json`,
		Args: oneText,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runExport(c.Context(), first(strings.Join(args, ""), "stint-export-"+a.Now().Format(time.DateOnly)))
		},
	}
}

func (a *app) runExport(ctx context.Context, folder string) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
	manifest, err := exporter.Run(ctx, s.Client, folder, a.Now, func(file string, records int) {
		if a.Terminal {
			a.note("%8d %s", records, file)
		}
	})
	if errors.Is(err, fs.ErrExist) {
		return usageError{fmt.Errorf("%s exists already: name another folder", folder)}
	}
	if err != nil {
		return err
	}
	raw, err := json.Marshal(manifest)
	line := fmt.Sprintf("%s has %d entries and %d projects.", folder, manifest.Records["entries"], manifest.Records["projects"])
	if len(manifest.LeftOut) > 0 {
		line += " Your key may not read: " + strings.Join(manifest.LeftOut, ", ") + "."
	}
	return a.print(raw, line, err)
}
