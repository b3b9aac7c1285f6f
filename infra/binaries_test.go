package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
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
	for name, f := range parse(t, synth(t, s)).ofType("AWS::Lambda::Function") {
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
		file, err := os.Create(filepath.Join(folder, name+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(file)
		if _, err := z.Create("bootstrap"); err != nil || z.Close() != nil || file.Close() != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// A release deploys its archives as they are, so that their bytes are those that were signed.
func TestAReleaseDeploysItsArchives(t *testing.T) {
	folder, out := archives(t), t.TempDir()
	assemblies.Lock()
	defer assemblies.Unlock()
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &out, AnalyticsReporting: new(false)})
	if _, err := newStack(app, defaultSettings(t), folder); err != nil {
		t.Fatal(err)
	}
	app.Synth(nil)
	copied, err := filepath.Glob(filepath.Join(out, "asset.*.zip"))
	if err != nil || len(copied) == 0 {
		t.Errorf("%d archives are uploaded (%v)", len(copied), err)
	}
}
