package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"stint/functions"
	"stint/scripts/internal/sample"
)

func write(context.Context, []string) error { return writeEvents(eventsFolder) }

// writeEvents writes the events into a folder and removes events whose route is gone.
func writeEvents(folder string) error {
	events, err := generateEvents()
	if err != nil {
		return err
	}
	want := map[string][]byte{}
	for name, text := range events {
		want[filepath.Join(folder, name)] = text
	}
	old, err := existingEvents(folder)
	if err != nil {
		return err
	}
	return sample.ReplaceFiles(old, want)
}

// existingEvents lists the event files below a folder, without the answer files.
func existingEvents(folder string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	return slices.DeleteFunc(all, func(path string) bool { return strings.HasSuffix(path, ".answer.json") }), err
}

// generateEvents makes the text of every event by its path below the folder. Routes
// that exist only at home have no event.
func generateEvents() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, f := range functions.Families() {
		for _, spec := range f.Routes {
			if spec.LocalOnly {
				continue
			}
			event, err := sample.Event(spec)
			if err != nil {
				return nil, fmt.Errorf("route %s: %w", spec.ID, err)
			}
			text, err := sample.Encode(event)
			if err != nil {
				return nil, fmt.Errorf("route %s: %w", spec.ID, err)
			}
			all[filepath.Join(f.Name, spec.ID+".json")] = text
		}
	}
	return all, nil
}
