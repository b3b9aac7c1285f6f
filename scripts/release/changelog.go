package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// versionPattern is a version of Semantic Versioning without build metadata.
const versionPattern = `^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$`

// checkVersion refuses a version that has not the form of one, that has no section in the changelog of the source, or
// whose records are not kept.
func checkVersion(version, source string) error {
	if !regexp.MustCompile(versionPattern).MatchString(version) {
		return fmt.Errorf("%q is not a version such as 1.0.0 or 1.0.0-rc.1", version)
	}
	if err := checkChangelog(version, filepath.Join(source, "CHANGELOG.md")); err != nil {
		return err
	}
	return checkRecords(version, filepath.Join(source, "shared", "store", "testdata", "releases"))
}

// checkRecords refuses a version without the records that the next versions must read. Those of 1.0.0-rc.1 are those of
// 1.0.0.
func checkRecords(version, folder string) error {
	version, _, _ = strings.Cut(version, "-")
	for _, name := range []string{"items.jsonl.gz", "attributes.jsonl"} {
		if _, err := os.Stat(filepath.Join(folder, version, name)); err != nil {
			return fmt.Errorf("the records of %s are not kept, which %s says how to do: %w", version,
				filepath.Join(folder, "README.md"), err)
		}
	}
	return nil
}

// checkChangelog refuses a version without a section. The section has the date of the release: ## 1.0.0 - 2026-12-01.
func checkChangelog(version, changelog string) error {
	text, err := os.ReadFile(changelog)
	if err != nil {
		return err
	}
	heading := regexp.MustCompile(`(?m)^## \[?` + regexp.QuoteMeta(version) + `\]? - \d{4}-\d\d-\d\d$`)
	at := heading.FindIndex(text)
	if at == nil {
		return fmt.Errorf("%s has no section %q: move what is released there from Unreleased", changelog,
			"## "+version+" - <date>")
	}
	section, _, _ := strings.Cut(string(text[at[1]:]), "\n## ")
	if strings.TrimSpace(section) == "" {
		return fmt.Errorf("the section of %s in %s is empty", version, changelog)
	}
	return nil
}
