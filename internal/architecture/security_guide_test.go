package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stint/functions"
)

// testName is a test in a document: its folder and its function.
var testName = regexp.MustCompile("`([a-z0-9/_]+)\\.((?:Test|Fuzz)[A-Za-z0-9_]+)`")

const securityGuide = "../../docs/security.md"

// The security guide names tests. Each of them exists.
func TestSecurityGuideNamesRealTests(t *testing.T) {
	if named := checkTestNames(t, securityGuide); named < 150 {
		t.Errorf("the guide names only %d tests", named)
	}
}

func readTests(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// Each row of the guide names a test, or says after a dash why there is none.
func TestSecurityGuideHasNoEmptyRow(t *testing.T) {
	for _, line := range strings.Split(readDocument(t, securityGuide), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| Case |") || strings.HasPrefix(line, "| Routes |") {
			continue
		}
		if !testName.MatchString(line) && !strings.Contains(line, "| — ") {
			t.Errorf("neither a test nor a reason: %s", line)
		}
	}
}

// Every route that writes has a test that makes its writes fail. The guide names
// it.
func TestSecurityGuideKnowsEveryWrite(t *testing.T) {
	_, writes, _ := strings.Cut(readDocument(t, securityGuide), "## Half-done writes")
	writes, _, _ = strings.Cut(writes, "\n## ")
	for _, spec := range functions.Routes() {
		if spec.Method == "GET" || strings.HasSuffix(spec.ID, ".v1") { // a twin runs the same operation
			continue
		}
		if !strings.Contains(writes, "`"+spec.ID+"`") {
			t.Errorf("%s (%s %s): walk it through faults (apitest.FaultWalk), and add it to docs/security.md", spec.ID,
				spec.Method, spec.Path)
		}
	}
}
