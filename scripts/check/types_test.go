package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
)

// program is a folder with a module that compiles for Linux and macOS, and not for Windows.
func program(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module example\n\ngo 1.26\n",
		"main.go":         "package main\n\nimport \"example/wait\"\n\nfunc main() { wait.Long() }\n",
		"wait/wait.go":    "package wait\n\nfunc Long() {}\n",
		"wait/windows.go": "//go:build windows\n\npackage wait\n\nvar seconds int = \"ten\"\n",
	} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestWrongTypesOfOneSystemAreFound(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	folder := program(t)
	if err := checkSystems(t.Context(), folder, []string{".", "linux", "darwin"}); err != nil {
		t.Error(err)
	}
	err := checkSystems(t.Context(), folder, []string{".", "darwin", "windows"})
	if err == nil || !strings.Contains(err.Error(), `. for windows: `) || !strings.Contains(err.Error(), "windows.go:5") {
		t.Errorf("got %v", err)
	}
}

func TestArgumentsAreAProgramAndSystems(t *testing.T) {
	t.Parallel()
	if err := checkSystems(t.Context(), ".", []string{"./scripts/stint"}); !errors.Is(err, errTypesUsage) {
		t.Errorf("got %v", err)
	}
	if err := checkSystems(t.Context(), t.TempDir(), []string{"./missing", "linux"}); err == nil {
		t.Error("a missing program is no error")
	}
}
