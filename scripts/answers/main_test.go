package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stint/functions"
	"stint/scripts/internal/rehearsal"
)

const root = "../.."

// Every function is built and answers the samples of its routes under the
// Lambda runtime API, each as it did when the answers were written.
func TestFunctionsAnswerTheirEvents(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(root, "events")
	got, err := generate(t.Context(), root, folder)
	if err != nil {
		t.Fatal(err)
	}
	if want := routes(); len(got) != want {
		t.Errorf("%d events were answered, the tables have %d routes", len(got), want)
	}
	kept, err := filepath.Glob(filepath.Join(folder, "*", "*.answer.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kept {
		if got[path] == nil {
			t.Errorf("%s answers no event (make events)", path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%s is missing (make events)", path)
			continue
		}
		for _, line := range rehearsal.Diff(string(got[path]), string(want)) {
			t.Errorf("%s: %s (make events, if it is right)", path, line)
		}
	}
}

// Samples show what works: there is no route whose sample is refused.
func TestEverySampleSucceeds(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join(root, "events", "*", "*.answer.json"))
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d answers, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var answer rehearsal.Answer
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if answer.Status < 200 || answer.Status > 399 {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
}

// routes counts the routes that exist in the cloud.
func routes() int {
	n := 0
	for _, spec := range functions.Routes() {
		if !spec.LocalOnly {
			n++
		}
	}
	return n
}
