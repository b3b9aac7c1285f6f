package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// The golden file lists the types of all resources, with every option. The permissions for a deployment
// are made from it (scripts/deployment). Update it with
//
//	go test ./infra -run TestTypesAreKnown -update
func TestTypesAreKnown(t *testing.T) {
	types := map[string]bool{}
	for _, r := range fullTemplate(t).Resources {
		types[r.Type] = true
	}
	got := strings.Join(slices.Sorted(maps.Keys(types)), "\n") + "\n"
	const golden = "testdata/types.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != got {
		t.Errorf("the types of resources are not those of %s (%v):\n%s", golden, err, got)
	}
}
