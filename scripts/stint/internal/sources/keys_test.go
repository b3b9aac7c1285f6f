package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile/filetest"
)

// TestSourceIDsAreKeys: the ids of a file are the keys. A file without ids has none.
func TestSourceIDsAreKeys(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"kimai/testdata/german.csv": "41", "kimai/testdata/timesheets.json": "1", "toggl/testdata/report.json": "101",
		"solidtime/testdata/export.zip": "e1", "csvfile/testdata/export/entries.csv": "e1", "toggl/testdata/detailed.csv": "",
	} {
		s := source(t, strings.TrimSuffix(strings.Split(path, "/")[0], "file"))
		for row := range s.Read(filetest.Open(t, path), filetest.Options(t, path)) {
			if row.Key != want {
				t.Errorf("%s: the key is %q, want %q", path, row.Key, want)
			}
			break
		}
	}
}
