package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// versionPattern is a version of Semantic Versioning without build metadata.
const versionPattern = `^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$`

// checkVersion refuses a version that has not the form of one, or no section in the changelog. The
// section has the date of the release: ## 1.0.0 - 2026-12-01.
func checkVersion(version, changelog string) error {
	if !regexp.MustCompile(versionPattern).MatchString(version) {
		return fmt.Errorf("%q is not a version such as 1.0.0 or 1.0.0-rc.1", version)
	}
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
