package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
	"stint/internal/testkit"
)

// runIn runs a program in a folder.
func runIn(t *testing.T, folder string, settings []string, program string, args ...string) string {
	t.Helper()
	programs.KeepNoResults()
	command := exec.CommandContext(t.Context(), program, args...)
	command.Dir, command.Env = folder, append(os.Environ(), settings...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// copySource copies what one function is made of into a new folder.
func copySource(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "functions"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "shared", "functions/tags"} {
		runIn(t, "../..", nil, "cp", "-r", name, filepath.Join(folder, name))
	}
	return folder
}

// The same source makes the same archive of a function in two folders. The test of a whole release, with
// the other processor, is below.
func TestAFunctionIsTheSameInTwoFolders(t *testing.T) {
	t.Parallel()
	var archives [2][]byte
	for i := range archives {
		source, out := copySource(t), t.TempDir()
		runIn(t, source, []string{"CGO_ENABLED=0", "GOOS=linux"}, "go", "build", "-tags", "lambda.norpc",
			"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(out, "tags/bootstrap"),
			"./functions/tags/lambda")
		if err := run([]string{"functions", out, out}, nil); err != nil {
			t.Fatal(err)
		}
		archives[i] = readFile(t, out, "tags.zip")
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two folders make different archives")
	}
}

// releaseIn makes a release of the commit of this checkout in a clone of it, and returns the folder of the clone.
func releaseIn(t *testing.T, folder string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(folder, "stint")
	runIn(t, root, nil, "git", "clone", "-q", "--shared", root, clone)
	changelog := filepath.Join(clone, "CHANGELOG.md")
	text := strings.Replace(string(readFile(t, changelog)), "## Unreleased\n", "## 0.0.1 - 2026-01-01\n", 1)
	if err := os.WriteFile(changelog, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	records := filepath.Join(clone, "shared/store/testdata/releases")
	runIn(t, records, nil, "cp", "-r", "1.0.0", "0.0.1")
	runIn(t, clone, nil, "git", "add", records)
	at := []string{"GIT_AUTHOR_DATE=2026-01-01T12:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T12:00:00Z"}
	runIn(t, clone, at, "git", "-c", "user.name=tester", "-c", "user.email=tester@example.com", "commit", "-qam",
		"A release")
	runIn(t, clone, []string{"VERSION=0.0.1", "MAKEFLAGS="}, "make", "release")
	return clone
}

// Every night, two whole releases are made in two folders, and one is used. Each takes several minutes.
func TestAReleaseIsTheSameInTwoFolders(t *testing.T) {
	if testkit.Size(0, 1) == 0 {
		t.Log("a whole release is made by make test-all only")
		return
	}
	first, second := releaseIn(t, t.TempDir()), releaseIn(t, t.TempDir())
	sums, again := readFile(t, first, "release/files", sumsFile), readFile(t, second, "release/files", sumsFile)
	if !bytes.Equal(sums, again) {
		t.Errorf("the first release\n%s\nthe second\n%s", sums, again)
	}
	if programsRunHere {
		useRelease(t, filepath.Join(first, "release/files"), "0.0.1", filepath.Join(first, "node_modules/.bin/cdk"))
	}
}
