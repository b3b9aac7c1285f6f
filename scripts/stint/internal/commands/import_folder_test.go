package commands_test

import (
	"path/filepath"
	"testing"
)

// The folder of an export is imported by one source only. The others name it.
func TestImportOfAFolderAsAFile(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	folder := filepath.Join(t.TempDir(), "export")
	x.ok("export", folder)
	x.fails(2, "is a folder: name a file. The folder of an export of Stint is imported by stint import stint", "import",
		"csv", folder, "--dry-run")
	x.ok("import", "csv", filepath.Join(folder, "entries.csv"), "--dry-run")
}
