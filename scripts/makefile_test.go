package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/programs"
)

// read reads a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// found returns the first group of an expression in a file.
func found(t *testing.T, file, expression string) string {
	t.Helper()
	match := regexp.MustCompile(`(?m)` + expression).FindStringSubmatch(read(t, file))
	if match == nil {
		t.Fatalf("%s: nothing matches %s", file, expression)
	}
	return match[1]
}

func TestHelpHasALineForEveryTarget(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	out, err := exec.Command("./help.sh").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^  make (\S+) +(.*)$`).FindAllStringSubmatch(string(out), -1) {
		lines[line[1]] = line[2]
	}
	var targets []string
	for _, phony := range regexp.MustCompile(`(?m)^\.PHONY: (.*)$`).FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets = append(targets, strings.Fields(phony[1])...)
	}
	for _, target := range targets {
		if !strings.HasPrefix(target, "_") && lines[target] == "" {
			t.Errorf("make help has no line for %s: it needs a comment directly above", target)
		}
	}
	for target, line := range lines {
		if !slices.Contains(targets, target) {
			t.Errorf("%s is not in .PHONY", target)
		}
		if len(line) > 100 {
			t.Errorf("%s: the first sentence of its comment is too long for a line: %s", target, line)
		}
	}
	if help := strings.TrimSpace(string(out)); !strings.HasPrefix(help, "Run it at home\n  make run ") ||
		len(targets) < 30 {
		t.Errorf("%d targets\n%s", len(targets), help)
	}
}

func TestHelpIsTheDefault(t *testing.T) {
	t.Parallel()
	if got := found(t, "Makefile", `^\.DEFAULT_GOAL := (.*)$`); got != "help" {
		t.Errorf("the default target is %s", got)
	}
}

// tools makes a folder with programs that need.sh may find, and no others.
func tools(t *testing.T, programs map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"bash", "sed", "sort", "head", "dirname"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, script := range programs {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/bash\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestWhatIsMissingIsOneSentence(t *testing.T) {
	t.Parallel()
	version := found(t, "go.mod", `^go (.*)$`)
	for name, c := range map[string]struct {
		need     string
		programs map[string]string
		want     string // in the sentence, which is all; "" if nothing is missing
	}{
		"no Go": {"go", nil, "Go " + version +
			" or later is needed: install it from https://go.dev/dl/ (there is no Go on the PATH)"},
		"the right Go":          {"go", map[string]string{"go": "echo go" + version}, ""},
		"a later Go":            {"go", map[string]string{"go": "echo go1.100.0"}, ""},
		"a very old Go":         {"go", map[string]string{"go": "echo go1.9.1"}, "this one is 1.9.1"},
		"no way to a later one": {"go", map[string]string{"go": "exit 1"}, "could not fetch it"},
		"no Node.js": {"node", map[string]string{"npm": ""},
			"Node.js 22 or later with npm is needed: install it from https://nodejs.org"},
		"no npm":          {"node", map[string]string{"node": ""}, "Node.js 22 or later with npm is needed"},
		"Node.js and npm": {"node", map[string]string{"node": "", "npm": ""}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs.KeepNoResults()
			command := exec.Command("/bin/bash", "./need.sh", c.need)
			command.Env = []string{"PATH=" + tools(t, c.programs)}
			out, err := command.CombinedOutput()
			if (err == nil) != (c.want == "") || !strings.Contains(string(out), c.want) || strings.Count(string(out), "\n") > 1 {
				t.Errorf("error %v, printed %q, want %q", err, out, c.want)
			}
		})
	}
}

// An old version gets a warning, and one that a package of a lock cannot work with is refused.
func TestVersionsOfNode(t *testing.T) {
	t.Parallel()
	lock := filepath.Join(t.TempDir(), "package-lock.json")
	text :=
		`{"packages": {"": {"engines": {"node": ">=22"}}, "node_modules/a": {"engines": {"node": ">=18"}}, "node_modules/a/node_modules/b": {"engines": {"node": ">= 22.12.0 || >=20.19.0 <21.0.0"}}, "node_modules/c": {}}}`
	if err := os.WriteFile(lock, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for running, want := range map[string]string{
		"22.0.0": "",
		"24.1.0": "",
		"20.20.2": "make: Node.js 20.20.2 still works, but its line is no longer maintained: install Node.js 22 or later " +
			"from https://nodejs.org/en/download.\n",
		"20.9.0": "make: b does not work with Node.js 20.9.0: install Node.js 22 or later from " +
			"https://nodejs.org/en/download.\n",
		"16.0.0": "make: a does not work with Node.js 16.0.0: install Node.js 22 or later from " +
			"https://nodejs.org/en/download.\n",
	} {
		programs.KeepNoResults()
		out, err := exec.Command("node", "nodeversion.js", "22", lock, running).CombinedOutput()
		if string(out) != want || (err != nil) != strings.Contains(want, "does not work") {
			t.Errorf("%s: error %v, printed %q, want %q", running, err, out, want)
		}
	}
}

// package.json has the version of Node.js, and go.mod that of Go.
func TestVersionsAgree(t *testing.T) {
	t.Parallel()
	node := found(t, "package.json", `"node": ">=(\d+)"`)
	goVersion := found(t, "go.mod", `^go (\d+\.\d+)`)
	for file, want := range map[string][]string{
		"package-lock.json": {`"node": ">=` + node + `"`},
		".devcontainer/devcontainer.json": {"devcontainers/go:2-" + goVersion + "-",
			`features/node:1": { "version": "` + node + `" }`},
		"README.md":       {"Go " + goVersion, "Node.js " + node},
		"CONTRIBUTING.md": {"Go " + goVersion, "Node.js " + node},
	} {
		for _, part := range want {
			if !strings.Contains(read(t, file), part) {
				t.Errorf("%s has no %s", file, part)
			}
		}
	}
	workflow := read(t, ".github/workflows/ci.yml")
	for setup, file := range map[string]string{"actions/setup-node@": "node-version-file: package.json",
		"actions/setup-go@": "go-version-file: go.mod"} {
		if n := strings.Count(workflow, setup); n == 0 || n != strings.Count(workflow, file) {
			t.Errorf("ci.yml: not every %s takes the version from %s", setup, file)
		}
	}
}
