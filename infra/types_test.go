package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// The golden file lists the types of all resources, with every option. The permissions for a deployment
// are made from it (scripts/deployrole). Update it with
//
//	go test ./infra -run TestTypesAreKnown -update
func TestTypesAreKnown(t *testing.T) {
	s, err := readSettings(map[string]any{
		"alarmMail": "ops@example.com", "backupVaultArn": "arn:aws:backup:eu-west-1:111122223333:backup-vault:copies",
		"waf": true, "tracing": true, "metrics": true, "mailFrom": "stint@example.com", "domain": "api.example.com",
		"certificate": "arn:aws:acm:eu-central-1:123456789012:certificate/ab-1",
	})
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]bool{}
	for _, r := range parse(t, synth(t, s)).Resources {
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
