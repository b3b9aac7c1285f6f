package main

import (
	"strings"
	"testing"
)

// The page has every tool with its properties, those of objects in lists too.
func TestToolsPage(t *testing.T) {
	t.Parallel()
	page, err := toolsPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	listed, err := listTools(t.Context())
	if err != nil || len(listed) < 15 {
		t.Fatalf("%d tools, %v", len(listed), err)
	}
	for _, tool := range listed {
		if !strings.Contains(string(page), "\n## "+tool.Title+": `"+tool.Name+"`\n\n"+tool.Description) {
			t.Errorf("%s is missing", tool.Name)
		}
	}
	for _, line := range []string{"- `entries` (list of object, required): 1 to 20 entries\n",
		"- `entries.started_at` (string, required): ", "- `preview` (boolean): true: only say what would be written\n"} {
		if !strings.Contains(string(page), line) {
			t.Errorf("no line %s", line)
		}
	}
}
