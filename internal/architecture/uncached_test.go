package architecture

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// startsProgram matches the start of a program other than the test program itself.
var startsProgram = regexp.MustCompile(`exec\.Command(Context)?\([^\n]*`)

// keepsResults matches what tells Go for how long the results of a test program count, with the programs that it
// depends on.
var keepsResults = regexp.MustCompile(`KeepNoResults\(|KeepResultsOf\(([^)]*)\)`)

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
				t.Errorf("%s has %s without programs.KeepNoResults() or KeepResultsOf", name, start)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d starts of programs were found", found)
	}
}

// Each program on whose version results depend is one that scripts/installed.sh looks at.
func TestProgramsOfResultsAreLookedAt(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../../scripts/installed.sh")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(script), "for name in ")
	list, _, _ = strings.Cut(list, ";")
	looked, found := strings.Fields(list), 0
	for _, name := range goFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range keepsResults.FindAllStringSubmatch(string(text), -1) {
			for program := range strings.SplitSeq(call[1], ", ") {
				quoted, err := strconv.Unquote(program)
				if err != nil {
					continue // KeepNoResults, or its declaration
				}
				if found++; !slices.Contains(looked, quoted) {
					t.Errorf("%s: scripts/installed.sh does not look at %s", name, quoted)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d programs were found", found)
	}
}
