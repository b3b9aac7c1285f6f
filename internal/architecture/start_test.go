package architecture

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"stint/internal/programs"
)

// Bounds of the allocations before main, which hardly vary. Most of all are the SDK's
// schemas of DynamoDB.
const (
	maxAllocationsOfOurs = 100 // in one package of this module
)

// maxAllocationsInAll bounds those of families that link most of shared. The account also links WebAuthn.
var maxAllocationsInAll = map[string]int{"account": 5_600, "worker": 5_500}

// initLine is a line of GODEBUG=inittrace=1: a package and its allocations.
var initLine = regexp.MustCompile(`(?m)^init (\S+) @.* ([0-9]+) allocs$`)

// What packages make before main delays every cold start, even if no request needs it.
func TestPackagesMakeLittleBeforeMain(t *testing.T) {
	t.Parallel()
	for family, most := range maxAllocationsInAll {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			inAll := 0
			for _, line := range traceInit(t, family) {
				allocations, err := strconv.Atoi(line[2])
				if err != nil {
					t.Fatal(err)
				}
				inAll += allocations
				if isUnder(line[1], "shared") || isUnder(line[1], "functions") {
					checkAllocations(t, line[1], allocations, maxAllocationsOfOurs)
				}
			}
			checkAllocations(t, "in all", inAll, most)
		})
	}
}

func checkAllocations(t *testing.T, of string, got, most int) {
	t.Helper()
	if got > most {
		t.Errorf("%s: %d allocations before main, want at most %d: make tables when they are first used", of, got, most)
	}
}

// traceInit starts a function without settings, so that it ends at once, and returns the
// lines about its packages.
func traceInit(t *testing.T, family string) [][]string {
	t.Helper()
	if err := programs.BuildFunctions(t.Context(), "../..", programs.Here, family); err != nil {
		t.Fatal(err)
	}
	programs.KeepNoResults()
	command := exec.Command(programs.FunctionPath("../..", programs.Here, family))
	command.Env = []string{"GODEBUG=inittrace=1"}
	out, err := command.CombinedOutput()
	lines := initLine.FindAllStringSubmatch(string(out), -1)
	if err == nil || len(lines) < 20 {
		t.Fatalf("%d packages, %v\n%s", len(lines), err, out)
	}
	return lines
}
