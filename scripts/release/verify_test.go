package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/programs"
)

// docs/verify.md names the files of a release: those that are made here, and those that the
// workflow adds.
func TestVerifyNamesTheFilesOfARelease(t *testing.T) {
	t.Parallel()
	doc := string(readFile(t, "../../docs/verify.md"))
	_, table, _ := strings.Cut(doc, "| file | what it is |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(table, -1) {
		named = append(named, row[1])
	}
	made := []string{sumsFile}
	for _, a := range assets("1.0.0", noon) {
		made = append(made, a.name)
	}
	for _, name := range workflowFiles {
		if !strings.Contains(string(readFile(t, "../../.github/workflows/release.yml")), name) {
			t.Errorf("the workflow does not make %s", name)
		}
	}
	made = append(made, workflowFiles...)
	slices.Sort(named)
	slices.Sort(made)
	if !slices.Equal(named, made) {
		t.Errorf("docs/verify.md names\n%s\nand these are made\n%s", strings.Join(named, "\n"), strings.Join(made, "\n"))
	}
}

// workflowFiles are the files that .github/workflows/release.yml adds.
var workflowFiles = []string{"SHA256SUMS.sigstore.json", "multiple.intoto.jsonl"}

// The checksums are in the form that sha256sum reads, and are those of the files.
func TestChecksumsAreThoseOfTheFiles(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	folder := t.TempDir()
	if err := pack("1.0.0", built(t, noon), folder, noon); err != nil {
		t.Fatal(err)
	}
	check := exec.Command("sha256sum", "--check", "--strict", sumsFile)
	check.Dir = folder
	if out, err := check.CombinedOutput(); err != nil || strings.Count(string(out), ": OK") != len(assets("", noon)) {
		t.Errorf("%v\n%s", err, out)
	}
	write(t, folder, map[string]string{"stint-1.0.0-openapi.json": "{ }"})
	check = exec.Command("sha256sum", "--check", sumsFile)
	check.Dir = folder
	if out, err := check.CombinedOutput(); err == nil {
		t.Errorf("a changed file passes\n%s", out)
	}
}
