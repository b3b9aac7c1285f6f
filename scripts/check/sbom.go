package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"stint/scripts/internal/command"
)

// checkSBOM checks a software bill of materials that make sbom made: it must be a CycloneDX document that lists every
// module that go.mod requires directly, at its version, and the Go standard library.
func checkSBOM(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return command.UsageError("usage: check sbom <file>")
	}
	bom, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	mod, err := exec.CommandContext(ctx, "go", "mod", "edit", "-json").Output()
	if err != nil {
		return fmt.Errorf("read go.mod: %w", err)
	}
	return compareModules(bom, mod)
}

// document is the part of a CycloneDX document that is checked.
type document struct {
	BOMFormat   string `json:"bomFormat"`
	SpecVersion string `json:"specVersion"`
	Components  []struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"components"`
}

// goMod is the part of the output of go mod edit -json that is needed.
type goMod struct {
	Require []struct {
		Path, Version string
		Indirect      bool
	}
}

// compareModules compares a document with the requirements of go.mod. The error lists every module
// that is missing.
func compareModules(bom, mod []byte) error {
	var doc document
	var requires goMod
	if err := errors.Join(json.Unmarshal(bom, &doc), json.Unmarshal(mod, &requires)); err != nil {
		return err
	}
	if doc.BOMFormat != "CycloneDX" || doc.SpecVersion == "" {
		return errors.New("it is no CycloneDX document")
	}
	versions := map[string]string{}
	for _, c := range doc.Components {
		versions[c.Name] = c.Version
	}
	var missing []error
	if versions["std"] == "" {
		missing = append(missing, errors.New("the standard library is missing"))
	}
	for _, r := range requires.Require {
		if !r.Indirect && versions[r.Path] != r.Version {
			missing = append(missing, fmt.Errorf("%s %s is missing; listed is %q", r.Path, r.Version, versions[r.Path]))
		}
	}
	return errors.Join(missing...)
}
