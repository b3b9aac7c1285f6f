package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stint/functions"
)

// testName is a test in the guide: its folder and its function.
var testName = regexp.MustCompile("`([a-z0-9/_]+)\\.((?:Test|Fuzz)[A-Za-z0-9_]+)`")

func readSecurityGuide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The security guide names tests. Each of them exists.
func TestSecurityGuideNamesRealTests(t *testing.T) {
	named := testName.FindAllStringSubmatch(readSecurityGuide(t), -1)
	if len(named) < 150 {
		t.Errorf("the guide names only %d tests", len(named))
	}
	known := map[string]string{} // the source of the tests, by folder
	for _, n := range named {
		folder, name := n[1], n[2]
		if _, read := known[folder]; !read {
			known[folder] = readTests(t, folder)
		}
		if !strings.Contains(known[folder], "\nfunc "+name+"(") {
			t.Errorf("no test %s in %s", name, folder)
		}
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
	for _, line := range strings.Split(readSecurityGuide(t), "\n") {
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
	_, writes, _ := strings.Cut(readSecurityGuide(t), "## Half-done writes")
	writes, _, _ = strings.Cut(writes, "\n## ")
	for _, spec := range functions.Routes() {
		if spec.Method == "GET" || strings.HasSuffix(spec.ID, ".v1") { // a twin runs the same operation
			continue
		}
		if !strings.Contains(writes, "`"+spec.ID+"`") {
			t.Errorf("%s (%s %s): walk it through faults (apitest.FaultWalk), and add it to docs/security.md", spec.ID, spec.Method, spec.Path)
		}
	}
}
