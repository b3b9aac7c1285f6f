package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stint/functions"
	"stint/scripts/internal/invocation"
)

// Every function is built, runs under the Lambda runtime API and answers the sample
// events of its routes as recorded.
func TestFunctionsAnswerTheirEvents(t *testing.T) {
	t.Parallel()
	got, err := generateAnswers(t.Context(), root, folder)
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
			t.Errorf("%s has no event (make events)", path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%s is missing (make events)", path)
			continue
		}
		for _, line := range invocation.Diff(string(got[path]), string(want)) {
			t.Errorf("%s: %s (make events, if it is right)", path, line)
		}
	}
}

// Samples show successful requests: no route refuses its sample.
func TestEverySampleSucceeds(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.answer.json"))
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d answers, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var answer invocation.Answer
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if answer.Status < 200 || answer.Status > 399 {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
}

// routes counts the routes that the cloud serves.
func routes() int {
	n := 0
	for _, spec := range functions.Routes() {
		if !spec.LocalOnly {
			n++
		}
	}
	return n
}
