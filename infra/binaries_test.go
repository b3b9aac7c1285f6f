package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestFunctionsRunOnTheProcessorOfTheSetting(t *testing.T) {
	s := defaultSettings(t)
	if s.binariesFolder() != "bin/lambda-arm64" {
		t.Errorf("by default, functions are in %s", s.binariesFolder())
	}
	s, err := readSettings(map[string]any{"processor": "amd64"})
	if err != nil || s.binariesFolder() != "bin/lambda-amd64" {
		t.Errorf("functions for amd64 are in %s (%v)", s.binariesFolder(), err)
	}
	for name, f := range secondTemplate(t).ofType("AWS::Lambda::Function") {
		if text(f.Properties["Architectures"]) != "[x86_64]" {
			t.Errorf("%s runs on %v", name, f.Properties["Architectures"])
		}
	}
	s.Release = release{"1.0.0", "0a1b2c"}
	if s.binariesFolder() != "functions/amd64" {
		t.Errorf("functions of a release are in %s", s.binariesFolder())
	}
}

// archives is a folder with an archive of each function, as a release has.
func archives(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range functionNames() {
		if err := os.WriteFile(filepath.Join(folder, name+".zip"), archiveOf(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// archiveOf is an archive with a program that consists of the name of its function.
func archiveOf(t *testing.T, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	file, err := z.Create("bootstrap")
	if err == nil {
		_, err = file.Write([]byte(name))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A release deploys its archives as they are, so that their bytes are those that were signed.
func TestAReleaseDeploysItsArchives(t *testing.T) {
	copied, err := filepath.Glob(filepath.Join(synthesised(t, fullSettings(t)).folder, "asset.*.zip"))
	if err != nil || len(copied) != len(functionNames()) {
		t.Errorf("%d archives are uploaded (%v)", len(copied), err)
	}
	uploaded := map[string]bool{}
	for _, file := range copied {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		uploaded[string(content)] = true
	}
	for _, name := range functionNames() {
		if !uploaded[string(archiveOf(t, name))] {
			t.Errorf("the archive of %s is not uploaded as it is", name)
		}
	}
}
