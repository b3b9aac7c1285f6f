package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// write makes files below a folder. A name that ends in * may be run.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name, runs := strings.CutSuffix(name, "*")
		mode := os.FileMode(0o600)
		if runs {
			mode = 0o700
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func readFile(t *testing.T, parts ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// built is a folder as scripts/release.sh leaves it, with small files.
func built(t *testing.T, at time.Time) string {
	t.Helper()
	folder, dockerfile := t.TempDir(), readFile(t, "../image/Dockerfile")
	files := map[string]string{"functions-amd64/functions/amd64/tags.zip": "zip",
		"image/Dockerfile": string(dockerfile), "image/LICENSE": "free", "image/licences/go/LICENSE": "free",
		"image/bin/stint*": "ELF", "openapi.json": "{}",
		"sbom.cdx.json": "{}"}
	for _, platform := range deployPlatforms {
		files["deploy-"+platform+"/deploy*"] = "#!/bin/bash"
		files["deploy-"+platform+"/functions/arm64/tags.zip"] = "zip"
		files["deploy-"+platform+"/app/stint-app-"+platform+"*"] = platform
	}
	for _, platform := range platforms {
		files["programs/"+platform+"/stint*"] = platform
	}
	write(t, folder, files)
	if err := os.Mkdir(filepath.Join(folder, "image", "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// The same files make the same bytes, whatever their times, their order and the folder they are in.
func TestTheSameFilesMakeTheSameRelease(t *testing.T) {
	t.Parallel()
	var releases [2]string
	for i, at := range []time.Time{noon, noon.Add(time.Hour)} {
		releases[i] = t.TempDir()
		if err := pack("1.0.0", built(t, at), releases[i], noon); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range assets("1.0.0", noon) {
		if !bytes.Equal(readFile(t, releases[0], a.name), readFile(t, releases[1], a.name)) {
			t.Errorf("%s differs", a.name)
		}
	}
	if err := pack("1.0.0", built(t, noon), releases[1], noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	name := "stint-1.0.0-deploy-linux-arm64.tar.gz"
	if bytes.Equal(readFile(t, releases[0], name), readFile(t, releases[1], name)) {
		t.Error("the time of the commit is not in the archives")
	}
}

// An archive of a function has no time of the release, and may be run.
func TestArchivesOfFunctionsChangeWithThem(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	write(t, from, map[string]string{"tags/bootstrap": "ELF", "tasks/bootstrap*": "ELF"})
	if err := os.Chmod(filepath.Join(from, "tags", "bootstrap"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"functions", from, to}, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(readFile(t, to, "tags.zip"), readFile(t, to, "tasks.zip")) {
		t.Error("the same program makes different archives")
	}
	z, err := zip.OpenReader(filepath.Join(to, "tags.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if f := z.File[0]; len(z.File) != 1 || f.Name != "bootstrap" || f.Mode() != 0o755 ||
		!f.Modified.Equal(timeOfFunctions) {
		t.Errorf("%d files, the first %s %s %s", len(z.File), f.Name, f.Mode(), f.Modified)
	}
	if err := run([]string{"functions", t.TempDir(), to}, nil); err == nil {
		t.Error("no functions are an error")
	}
}

// A release needs a version with a section in the changelog.
func TestVersionsNeedASection(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"CHANGELOG.md": `# Changelog

## Unreleased

- something

## 1.1.0 - 2026-12-01

- more

## [1.0.0] - 2026-11-01

- the first

## 0.9.0 - 2026-10-01

## 0.8.0

- without a date
`})
	for _, version := range []string{"0.9.0", "1.0.0"} {
		write(t, folder, map[string]string{"shared/store/testdata/releases/" + version + "/items.jsonl.gz": "",
			"shared/store/testdata/releases/" + version + "/attributes.jsonl": ""})
	}
	for version, want := range map[string]string{
		"1.1.0": "are not kept", "1.0.0": "", "0.9.0": "is empty", "0.8.0": "has no section",
		"1.2.0": "has no section", "1": "is not a version",
		"v1.0.0": "is not a version", "1.0.0-rc.1": "has no section", "1x1.0": "is not a version", "": "is not a version",
	} {
		err := checkVersion(version, folder)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", version, err, want)
		}
	}
}

func TestWrongArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"check"}, {"pack", "1.0.0"}, {"other", "1", "2"}} {
		if err := run(args, nil); err != errUsage {
			t.Errorf("%v: error %v", args, err)
		}
	}
	unset := func(string) string { return "" }
	if err := run([]string{"pack", "1.0.0", "a", "b"}, unset); err == nil {
		t.Error("a release without a time")
	}
}
