package commands_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestExport(t *testing.T) {
	t.Parallel()
	x, ada := fixture(t)
	x.ok("add", "--for", "1h")
	folder := filepath.Join(t.TempDir(), "export")
	x.says(folder+" has 1 entries and 2 projects.", "export", folder)
	x.fails(2, "exists already", "export", folder)
	if _, err := os.Stat(filepath.Join(folder, "entries.jsonl")); err != nil {
		t.Error(err)
	}
	if got := x.record("export", folder+"-2")["records"].(object); got["tags"] != 2.0 {
		t.Error(got)
	}
	bob := terminalOf(t, ada.AddMember("bob", "user"))
	if got := bob.record("export", folder+"-3"); len(got["left_out"].([]any)) == 0 {
		t.Error(got)
	}
}
