package architecture

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// startsProgram matches the start of a program other than the test program itself.
var startsProgram = regexp.MustCompile(`exec\.Command(Context)?\([^\n]*`)

// keepsResults matches what tells Go for how long the results of a test program count.
var keepsResults = regexp.MustCompile(`KeepNoResults\(|KeepResultsOfInstalled\(`)

// Go does not know what the programs read that a test starts, so such a test says that its result
// cannot be kept.
func TestTestsThatStartProgramsAreNotCached(t *testing.T) {
	t.Parallel()
	found := 0
	for _, name := range goFiles(t) {
		if !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/internal/programs/") &&
			!strings.Contains(name, "/testkit/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, start := range startsProgram.FindAllString(string(text), -1) {
			if strings.Contains(start, "os.Args[0]") {
				continue
			}
			if found++; !keepsResults.Match(text) {
				t.Errorf("%s has %s without programs.KeepNoResults() or KeepResultsOfInstalled()", name, start)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d starts of programs were found", found)
	}
}
