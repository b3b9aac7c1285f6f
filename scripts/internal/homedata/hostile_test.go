package homedata

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/testkit"
)

// part is a file of an archive.
type part struct{ name, text string }

// archive makes an archive of parts, with a start and an end that are right.
func archive(t *testing.T, end string, parts ...part) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, p := range append(parts, part{startPart, `{"format":1,"version":"1.0.0"}`}, part{endPart, end}) {
		w, err := z.Create(p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(p.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "hostile.zip")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const rightEnd = `{"moment":"2026-06-17T12:00:00Z","items":0,"changes":0}`

// An archive with anything else than the home server's files is refused before anything is written.
func TestHostileArchivesAreRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(" ", longestPart)
	for name, archived := range map[string]string{
		"another database": archive(t, rightEnd, part{"files/stint.db", "SQLite"}),
		"a marker":         archive(t, rightEnd, part{"files/restore-unfinished", ""}),
		"a path":           archive(t, rightEnd, part{"files/../evil.sh", "#"}),
		"a folder":         archive(t, rightEnd, part{"files/", ""}),
		"another part":     archive(t, rightEnd, part{"evil.sh", "#"}),
		"a file twice":     archive(t, rightEnd, part{"files/mail.jsonl", "a"}, part{"files/mail.jsonl", "b"}),
		"a part twice":     archive(t, rightEnd, part{endPart, rightEnd}),
		"no moment":        archive(t, `{"items":0,"changes":0}`),
		"a long end":       archive(t, long+rightEnd),
	} {
		if b, err := OpenBackup(archived); err == nil {
			t.Errorf("%s was opened: %s", name, b.About())
		}
	}
}

// A file that is larger than the home server makes it is not written to its end.
func TestLargeFilesOfAnArchiveAreRefused(t *testing.T) {
	t.Parallel()
	for text, isRefused := range map[string]bool{strings.Repeat("k", 1<<10): false, strings.Repeat("k", 1<<20): true} {
		b, err := OpenBackup(archive(t, rightEnd, part{"files/" + LocalKeyFile, text}))
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		to := t.TempDir()
		err = b.WriteFiles(to)
		info, statErr := os.Stat(filepath.Join(to, LocalKeyFile))
		if (err != nil) != isRefused || statErr != nil || info.Size() > 1<<10+1 {
			t.Errorf("a file of %d bytes: %v, %v", len(text), err, info)
		}
	}
}

// An archive has as many items and changes as its end says.
func TestEndOfAnArchiveIsCompared(t *testing.T) {
	t.Parallel()
	for _, end := range []string{
		`{"moment":"2026-06-17T12:00:00Z","items":1,"changes":0}`, `{"moment":"2026-06-17T12:00:00Z","items":0,"changes":99}`,
	} {
		b, err := OpenBackup(archive(t, end, part{itemsPart, ""}, part{changesPart, ""}))
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		table := testkit.NewTable(t)
		if err := b.WriteTable(t.Context(), table.Client, table.Name); err == nil {
			t.Errorf("%s was restored", end)
		}
	}
}
