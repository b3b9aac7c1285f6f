package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Sources are the contents of the Go files of a folder, without its tests.
func Sources(t testing.TB, folder string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", folder, err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			all = append(all, string(source))
		}
	}
	return all
}
