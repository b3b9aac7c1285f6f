package engine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
)

// The engine of a release is in the folder of the program, and comes before those of the machine. The program may be
// started by a link.
func TestTheBinaryBesideTheProgramComesFirst(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	folder, path := t.TempDir(), t.TempDir()
	own, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program, link := filepath.Join(folder, "stint-home"), filepath.Join(t.TempDir(), "stint")
	if err := os.WriteFile(program, own, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, link); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(path, "dynoxide"), "from the path")
	check := func(name, want string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), name)
		command.Dir = folder
		command.Env = []string{"PATH=" + path, parentVariable + "=" + filepath.Join(t.TempDir(), "data.db")}
		if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s, want %q", name, err, out, want)
		}
	}
	check(program, "from the path")
	writeScript(t, filepath.Join(folder, "dynoxide"), "from the release")
	check(program, "from the release")
	check(link, "from the release")
}
