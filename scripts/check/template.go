package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"stint/scripts/internal/command"
)

//go:embed accepted.txt
var acceptedFindings string

// checkTemplate compares what checkov says about the template with the findings that were reviewed and accepted, each
// with its reason, in accepted.txt. It fails for a finding that is not accepted, and for an accepted one that no longer
// exists.
func checkTemplate(_ context.Context, args []string) error {
	if len(args) != 1 {
		return command.UsageError("usage: check template <file with the findings of checkov as JSON>")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	return compareFindings(text, acceptedFindings)
}

// compareFindings looks for findings that are not accepted, and accepted ones that are not
// found. The error lists all differences.
func compareFindings(findings []byte, accepted string) error {
	found, err := readFindings(findings)
	if err != nil {
		return err
	}
	reasons, err := readAccepted(accepted)
	if err != nil {
		return err
	}
	var problems []error
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if _, ok := reasons[key]; !ok {
			problems = append(problems, fmt.Errorf("new finding %s: %s", key, found[key]))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(reasons)) {
		if _, ok := found[key]; !ok {
			problems = append(problems, fmt.Errorf("%s is accepted, but is no longer found: remove its line", key))
		}
	}
	return errors.Join(problems...)
}

// readFindings reads checkov's failed checks, by "check type".
func readFindings(text []byte) (map[string]string, error) {
	var report struct {
		Results *struct {
			Failed []struct {
				ID       string `json:"check_id"`
				Name     string `json:"check_name"`
				Resource string `json:"resource"` // type and logical name
			} `json:"failed_checks"`
		} `json:"results"`
		Summary struct {
			Passed int `json:"passed"`
			Errors int `json:"parsing_errors"`
		} `json:"summary"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, fmt.Errorf("these are not checkov's findings: %w", err)
	}
	if report.Results == nil || report.Summary.Passed == 0 || report.Summary.Errors > 0 {
		return nil, errors.New("checkov did not read the template")
	}
	found := map[string]string{}
	for _, f := range report.Results.Failed {
		kind, name, _ := strings.Cut(f.Resource, ".")
		found[f.ID+" "+kind] = f.Name + ", such as " + name
	}
	return found, nil
}

var acceptedLine = regexp.MustCompile(`^(CKV\w+ AWS(?:::\w+)+): (\S.*)$`)

// readAccepted reads the accepted findings and their reasons, by "check type".
func readAccepted(text string) (map[string]string, error) {
	reasons := map[string]string{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := acceptedLine.FindStringSubmatch(line)
		if parts == nil {
			return nil, fmt.Errorf("accepted.txt: %q is not a check, a type and a reason", line)
		}
		reasons[parts[1]] = parts[2]
	}
	return reasons, lines.Err()
}
