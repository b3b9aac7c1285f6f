package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stint/internal/programs"
)

// module makes a repository with a main branch and these packages:
// low ← middle ← high, and helper ← the tests of middle. Those of high read a guide.
func module(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, "go.mod", "module example\n\ngo 1.26\n")
	write(t, folder, "docs/guide.md", "guide\n")
	write(t, folder, "low/low.go", "package low\n")
	for _, name := range []string{"low", "high", "helper", "internal/architecture"} {
		write(t, folder, name+"/own_test.go", "package "+filepath.Base(name)+"\n")
	}
	write(t, folder, "high/guide_test.go", "package high\n\nconst guide = \"../docs/guide.md\"\n")
	write(t, folder, "untested/untested.go", "package untested\n\nimport _ \"example/low\"\n")
	write(t, folder, "middle/middle.go", "package middle\n\nimport _ \"example/low\"\n")
	write(t, folder, "middle/middle_test.go", "package middle_test\n\nimport _ \"example/helper\"\n")
	write(t, folder, "high/high.go", "package high\n\nimport _ \"example/middle\"\n")
	write(t, folder, "helper/helper.go", "package helper\n")
	write(t, folder, "internal/architecture/doc.go", "package architecture\n")
	gitRun(t, folder, "init", "--quiet", "--initial-branch=main")
	commit(t, folder)
	gitRun(t, folder, "checkout", "--quiet", "-b", "change")
	return folder
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, folder string) {
	t.Helper()
	gitRun(t, folder, "add", ".")
	gitRun(t, folder, "-c", "commit.gpgsign=false", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit",
		"--quiet", "-m", "change")
}

func gitRun(t *testing.T, folder string, args ...string) {
	t.Helper()
	programs.KeepNoResults()
	c := exec.Command("git", args...)
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// planned returns the groups of packages that the command would test.
func planned(t *testing.T, folder, base string) [][]string {
	t.Helper()
	s, _, err := selectChange(folder, base, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return s.groups
}

func TestTouchedPackagesComeFirstThenTheirImporters(t *testing.T) {
	t.Parallel()
	structure := []string{"example/internal/architecture"}
	for name, c := range map[string]struct {
		file, text string
		want       [][]string
	}{
		"nothing changed": {},
		"a package at the bottom": {"low/low.go", "package low // changed\n",
			[][]string{{"example/low"}, {"example/middle"}, {"example/high"}, structure}},
		"a package at the top": {"high/high.go", "package high\n", [][]string{{"example/high"}, structure}},
		"a new file": {"middle/more.go", "package middle\n",
			[][]string{{"example/middle"}, {"example/high"}, structure}},
		"test data": {"high/testdata/deep/a.json", "{}\n", [][]string{{"example/high"}, structure}},
		"what only tests import": {"helper/helper.go", "package helper // changed\n",
			[][]string{{"example/helper"}, {"example/middle"}, structure}},
		"a document":                    {"docs/guide.md", "changed\n", [][]string{{"example/high"}, structure}},
		"a document that no test reads": {"docs/other.md", "new\n", [][]string{structure}},
		"the version of a module or of Go": {"go.mod", "module example\n\ngo 1.25\n",
			[][]string{{"example/helper", "example/internal/architecture", "example/low", "example/middle", "example/high"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := module(t)
			if c.file != "" {
				write(t, folder, c.file, c.text)
			}
			if got := planned(t, folder, ""); !reflect.DeepEqual(got, c.want) {
				t.Errorf("not committed: tested %v, want %v", got, c.want)
			}
			if c.file != "" {
				commit(t, folder)
			}
			if got := planned(t, folder, ""); !reflect.DeepEqual(got, c.want) {
				t.Errorf("committed: tested %v, want %v", got, c.want)
			}
			if got := planned(t, folder, "HEAD"); got != nil {
				t.Errorf("since HEAD: tested %v, want nothing", got)
			}
		})
	}
}

func TestAnUnknownBaseIsAnError(t *testing.T) {
	t.Parallel()
	if _, _, err := selectChange(module(t), "no-such-branch", io.Discard); err == nil ||
		!strings.Contains(err.Error(), "git rev-parse") {
		t.Errorf("error %v", err)
	}
}

func TestImportersAreCompiledBesideTheFirstTests(t *testing.T) {
	t.Parallel()
	folder := module(t)
	write(t, folder, "low/low.go", "package low // changed\n")
	s, all, err := selectChange(folder, "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, j := range jobsOf(checkout(folder), all, s) {
		names = append(names, j.name)
	}
	want := []string{"example/low", "compiling the 4 packages with the change or an import of it", "example/middle",
		"example/high", "example/internal/architecture"}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("jobs %q, want %q", names, want)
	}
}

func TestABrokenImporterIsFoundWithoutItsTests(t *testing.T) {
	t.Parallel()
	folder := module(t)
	write(t, folder, "low/low.go", "package low // changed\n")
	write(t, folder, "untested/untested.go", "package untested\n\nimport _ \"example/low\"\n\nvar _ int = \"\"\n")
	s, _, err := selectChange(folder, "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := checkout(folder).compile(t.Context(), s.compiled)
	if err == nil || !strings.Contains(printed, "untested.go:5:13") {
		t.Errorf("error %v\n%s", err, printed)
	}
	write(t, folder, "untested/untested.go", "package untested\n\nimport _ \"example/low\"\n")
	if printed, err := checkout(folder).compile(t.Context(), s.compiled); err != nil {
		t.Errorf("error %v\n%s", err, printed)
	}
}

func TestDrivesBrowser(t *testing.T) {
	t.Parallel()
	if !(pkg{XTestImports: []string{"example/internal/browser"}}).drivesBrowser() || (pkg{}).drivesBrowser() {
		t.Error("packages with a browser and others are not distinguished")
	}
}
