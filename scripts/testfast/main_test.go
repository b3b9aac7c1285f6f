package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// module makes a repository with a main branch and these packages:
// low ← middle ← high, and helper ← the tests of middle.
func module(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, "go.mod", "module example\n\ngo 1.26\n")
	write(t, folder, "docs/guide.md", "guide\n")
	write(t, folder, "low/low.go", "package low\n")
	for _, name := range []string{"low", "high", "helper", "internal/architecture"} {
		write(t, folder, name+"/own_test.go", "package "+filepath.Base(name)+"\n")
	}
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
	gitRun(t, folder, "-c", "commit.gpgsign=false", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "-m", "change")
}

func gitRun(t *testing.T, folder string, args ...string) {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// tested runs the command with tests that all pass, and returns the tested groups.
func tested(t *testing.T, folder, base string) [][]string {
	t.Helper()
	var groups [][]string
	if err := run(folder, base, func(group []string) error { groups = append(groups, group); return nil }); err != nil {
		t.Fatal(err)
	}
	return groups
}

func TestTouchedPackagesComeFirstThenTheirImporters(t *testing.T) {
	t.Parallel()
	structure := []string{"example/internal/architecture"}
	for name, c := range map[string]struct {
		file, text string
		want       [][]string
	}{
		"nothing changed":                  {},
		"a package at the bottom":          {"low/low.go", "package low // changed\n", [][]string{{"example/low"}, {"example/middle"}, {"example/high"}, structure}},
		"a package at the top":             {"high/high.go", "package high\n", [][]string{{"example/high"}, structure}},
		"a new file":                       {"middle/more.go", "package middle\n", [][]string{{"example/middle"}, {"example/high"}, structure}},
		"test data":                        {"high/testdata/deep/a.json", "{}\n", [][]string{{"example/high"}, structure}},
		"what only tests import":           {"helper/helper.go", "package helper // changed\n", [][]string{{"example/helper"}, {"example/middle"}, structure}},
		"a document":                       {"docs/guide.md", "changed\n", [][]string{structure}},
		"the version of a module or of Go": {"go.mod", "module example\n\ngo 1.25\n", [][]string{{"example/helper", "example/internal/architecture", "example/low", "example/middle", "example/high"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := module(t)
			if c.file != "" {
				write(t, folder, c.file, c.text)
			}
			if got := tested(t, folder, ""); !reflect.DeepEqual(got, c.want) {
				t.Errorf("not committed: tested %v, want %v", got, c.want)
			}
			if c.file != "" {
				commit(t, folder)
			}
			if got := tested(t, folder, ""); !reflect.DeepEqual(got, c.want) {
				t.Errorf("committed: tested %v, want %v", got, c.want)
			}
			if got := tested(t, folder, "HEAD"); got != nil {
				t.Errorf("since HEAD: tested %v, want nothing", got)
			}
		})
	}
}

func TestRunStopsAtTheFirstFailure(t *testing.T) {
	t.Parallel()
	folder := module(t)
	write(t, folder, "low/low.go", "package low // changed\n")
	failure, runs := errors.New("exit status 1"), 0
	err := run(folder, "", func([]string) error {
		if runs++; runs == 2 {
			return failure
		}
		return nil
	})
	if !errors.Is(err, failure) || runs != 2 {
		t.Errorf("%d groups were tested, error %v; want 2 and the failure", runs, err)
	}
}

func TestABrokenImporterIsFoundBeforeAnyTest(t *testing.T) {
	t.Parallel()
	folder := module(t)
	write(t, folder, "low/low.go", "package low // changed\n")
	write(t, folder, "untested/untested.go", "package untested\n\nvar _ int = \"\"\n")
	err := run(folder, "", func([]string) error { t.Error("something was tested"); return nil })
	if err == nil || !strings.Contains(err.Error(), "compile") {
		t.Errorf("error %v", err)
	}
}

func TestAnUnknownBaseIsAnError(t *testing.T) {
	t.Parallel()
	err := run(module(t), "no-such-branch", func([]string) error { t.Error("something was tested"); return nil })
	if err == nil || !strings.Contains(err.Error(), "git rev-parse") {
		t.Errorf("error %v", err)
	}
}

func TestDrivesBrowser(t *testing.T) {
	t.Parallel()
	all := []pkg{{ImportPath: "example/pages", XTestImports: []string{"example/internal/browser"}}, {ImportPath: "example/low"}}
	if !drivesBrowser(all, []string{"example/pages"}) || drivesBrowser(all, []string{"example/low"}) {
		t.Error("packages with a browser and others are not distinguished")
	}
}
