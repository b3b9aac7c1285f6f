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
func (f stagesFolder) checkDomains(s settings) error {
	claims, err := f.domainClaims()
	problems := []error{err}
	isThis := func(c claim) bool { return c.stage == s.Stage && c.domain == s.Domain }
	if s.Domain != "" && !slices.ContainsFunc(claims, isThis) {
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
func (f stagesFolder) domainClaims() (claims []claim, err error) {
	files, err := filepath.Glob(filepath.Join(string(f), "*.json"))
	problems := []error{err}
	for _, file := range files {
		stage := strings.TrimSuffix(filepath.Base(file), ".json")
		if stage == exampleStage || stage == schemaStage {
			continue
		}
		all, err := f.read(stage)
		problems = append(problems, err)
		if domain, ok := all["domain"].value.(string); ok && domain != "" {
			claims = append(claims, claim{stage, strings.ToLower(domain), all["domain"].place})
		}
	}
	return claims, errors.Join(problems...)
}
