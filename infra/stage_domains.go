package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// claim is a stage that has a domain.
type claim struct {
	stage, domain string
	place         string // the file and the line, or the command line
}

// checkDomains refuses two stages with one domain. The later deployment would take it from the
// other stage. A stage whose domain is on the command line counts as well.
func checkDomains(root string, s settings) error {
	claims, err := domainClaims(root)
	problems := []error{err}
	if s.Domain != "" && !slices.ContainsFunc(claims, func(c claim) bool { return c.stage == s.Stage && c.domain == s.Domain }) {
		claims = append(claims, claim{s.Stage, s.Domain, "the command line"})
	}
	for i, c := range claims {
		for _, earlier := range claims[:i] {
			if c.stage != earlier.stage && c.domain == earlier.domain {
				problems = append(problems, fmt.Errorf("%s: setting domain is %s, which the stage %s has (%s): each stage needs "+
					"its own", c.place, c.domain, earlier.stage, earlier.place))
			}
		}
	}
	return errors.Join(problems...)
}

// domainClaims are the domains in the files of all stages.
func domainClaims(root string) (claims []claim, err error) {
	files, err := filepath.Glob(filepath.Join(root, stagesFolder, "*.json"))
	problems := []error{err}
	for _, file := range files {
		stage := strings.TrimSuffix(filepath.Base(file), ".json")
		if stage == exampleStage || stage == schemaStage {
			continue
		}
		all, err := readStageFile(root, stage)
		problems = append(problems, err)
		if domain, ok := all["domain"].value.(string); ok && domain != "" {
			claims = append(claims, claim{stage, strings.ToLower(domain), all["domain"].place})
		}
	}
	return claims, errors.Join(problems...)
}
