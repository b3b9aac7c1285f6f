package importer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// A damaged export is refused before anything is written. The error names the file, what is wrong, and
// what to do.
func TestDamagedExportIsRefused(t *testing.T) {
	t.Parallel()
	_, from := exportOf(t)
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	y.options.Source, y.options.Files = stintfolder.Source, []timefile.File{from}
	cut := func(content string) string { first, _, _ := strings.Cut(content, "\n"); return first + "\n" }
	for _, c := range []struct {
		file   string
		change func(content string) string // nil to remove the file
		want   string
	}{
		{"entries.jsonl", cut, "entries.jsonl has 1 record, and manifest.json says 5"},
		{"entries.jsonl", func(s string) string { return s + cut(s) },
			"entries.jsonl has 6 records, and manifest.json says 5"},
		{"entries.jsonl", func(string) string { return "" }, "entries.jsonl has 0 records, and manifest.json says 5"},
		{"entries.jsonl", nil, "entries.jsonl is missing, and manifest.json says that it has 5 records"},
		{"entries.jsonl", func(s string) string { return s[:len(s)-20] },
			"entries.jsonl, record 5, is damaged (unexpected EOF)"},
		{"projects.jsonl", func(string) string { return "" }, "projects.jsonl has 0 records, and manifest.json says 3"},
		{"tasks.jsonl", nil, "tasks.jsonl is missing, and manifest.json says that it has 1 record"},
		{"members.jsonl", cut, "members.jsonl has 1 record, and manifest.json says 2"},
		{"workspace.jsonl", nil, "workspace.jsonl is missing"},
		{"submissions.jsonl", nil, "submissions.jsonl is missing"},
		{"clients.jsonl", func(s string) string { return strings.ReplaceAll(s, "idle@example.com", "idle") },
			"is damaged (email: failed to pass regex validation)"},
		{"manifest.json", func(string) string { return "[]" }, "manifest.json is damaged"},
	} {
		path := filepath.Join(from.path, c.file)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if c.change == nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, []byte(c.change(string(whole))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = importer.Prepare(t.Context(), y.client(), y.options)
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "export the workspace again") {
			t.Errorf("%s: %v, want %s", c.file, err, c.want)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if y.written != 0 {
		t.Errorf("%d writes", y.written)
	}
}

// A file that manifest.json does not list may be missing: the key could not read it, or the export is of
// a former version.
func TestFilesThatTheManifestDoesNotList(t *testing.T) {
	t.Parallel()
	_, from := exportOf(t)
	path := filepath.Join(from.path, exporter.ManifestFile)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var manifest exporter.Manifest
	if err := json.Unmarshal(content, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"submissions", "project_members"} {
		delete(manifest.Records, file)
		if err := os.Remove(filepath.Join(from.path, file+".jsonl")); err != nil {
			t.Fatal(err)
		}
	}
	if content, err = json.Marshal(manifest); err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	if _, result, err := y.readBack(from); err != nil || result.Created != 5 {
		t.Errorf("%+v, %v", result, err)
	}
}
