package main

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const mod = `{"Require": [{"Path": "a.example/x", "Version": "v1.2.3"}, {"Path": "b.example/y", "Version": "v1.0.0", "Indirect": true}]}`
	for bom, want := range map[string]string{
		`{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "std", "version": "v1"}, {"name": "a.example/x", "version": "v1.2.3"}]}`: "",
		`{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "std", "version": "v1"}, {"name": "a.example/x", "version": "v1.2.2"}]}`: "a.example/x v1.2.3 is missing",
		`{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "a.example/x", "version": "v1.2.3"}]}`:                                   "the standard library is missing",
		`{"components": []}`: "no CycloneDX document",
		`{`:                  "unexpected end",
	} {
		err := compareModules([]byte(bom), []byte(mod))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", bom, err, want)
		}
	}
}
