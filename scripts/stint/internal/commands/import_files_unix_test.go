//go:build unix

package commands_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe ends the import at once, because the files are read several times.
func TestImportOfAPipe(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	pipe := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	x.fails(2, "save what comes from a pipe first", "import", "csv", pipe, "--yes")
}
