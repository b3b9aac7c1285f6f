package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/shared/store/key"
)

var update = flag.Bool("update", false, "update the golden file")

const policyGolden = "testdata/policies.txt"

// The golden file lists what every role may do, so that a change of access is visible
// in review. Update it with
//
//	go test ./infra -run TestPoliciesAreAsReviewed -update
func TestPoliciesAreAsReviewed(t *testing.T) {
	got := render(policies(t, fullTemplate(t)))
	if *update {
		if err := os.WriteFile(policyGolden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(policyGolden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the policies are not those of %s:\n%s", policyGolden, got)
	}
}

var suffix = regexp.MustCompile(`[0-9A-F]{8}\b`)

// render writes the access of every role, with a line for each action, resource and
// condition.
func render(all map[string][]statement) string {
	var out strings.Builder
	for _, role := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&out, "%s\n", suffix.ReplaceAllString(role, ""))
		for _, s := range all[role] {
			fmt.Fprintf(&out, "  %s\n    on %s\n", strings.Join(s.actions, " "),
				suffix.ReplaceAllString(strings.Join(s.resources, " "), ""))
			for _, condition := range s.conditions {
				fmt.Fprintf(&out, "    where %s\n", maskIDs(condition))
			}
		}
	}
	return out.String()
}

// maskIDs replaces the patterns of ids by readable marks.
func maskIDs(text string) string {
	return strings.ReplaceAll(text, strings.TrimPrefix(string(key.Workspaces), "WS#"), "<id>")
}
