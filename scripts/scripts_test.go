package scripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stint/internal/programs"
)

// checkout is a copy of the scripts in which go, gofmt, make and the CDK are
// stand-ins. They log their arguments and behave as a test sets.
type checkout struct {
	t    *testing.T
	root string
}

// standIn replaces every tool. With a variable that starts with NO_, something is
// missing.
const standIn = `#!/usr/bin/env bash
echo "$(basename "$0") $*" >>"$CALLS"
case "$(basename "$0") $*" in
"gofmt "*) echo -n "${UNFORMATTED:-}" ;;
"make "*tools) exit "${NO_NPM:-0}" ;;
"make "*test-clients) exit "${BROKEN_CLIENT:-0}" ;;
"make "*lint-openapi) exit "${LINTED:-0}" ;;
"go mod "*)
  if [ -n "${UNTIDY:-}" ]; then echo "+ a difference"; exit 1; fi
  if [ -n "${NO_MODULES:-}" ]; then echo "example.com/m: ${GOPROXY:+module lookup disabled by GOPROXY=$GOPROXY}" >&2; exit 1; fi ;;
"go tool govulncheck -version"*) [ -n "${NO_DATABASE:-}" ] || echo "DB updated: 2026-08-21" ;;
"go tool govulncheck -mode=query"*) echo "${KNOWN:-GO-2021-0113}" ;;
"python3 -c "*) exit "${NO_PYTHON:-0}" ;;
"python3 -m venv "*) mkdir -p "${*: -1}/bin"; for tool in pip cfn-lint checkov; do cp "$0" "${*: -1}/bin/$tool"; done ;;
"pip install "*) exit "${NO_PIP:-0}" ;;
"cfn-lint "*) exit "${LINT:-0}" ;;
"checkov "*) echo "{}" ;;
"go run ./scripts/check template "*) exit "${NEW_FINDING:-0}" ;;
"go list ./...") printf 'stint/calm\nstint/mixed\nstint/racing\n' ;;
"go list ./racing") echo stint/racing ;;
"go list "*) echo "${DRIVERS:-}" ;;
"go run ./scripts/races") printf '^(TestRace)$\n./mixed ./racing\n./racing\n' ;;
"go test "*-race*) exit "${RACED:-0}" ;;
"go test "*-list*) echo "${LISTED:-}" ;;
esac
`

func newCheckout(t *testing.T) checkout {
	t.Helper()
	c := checkout{t, filepath.Join(t.TempDir(), "stint")}
	for _, script := range []string{"check.sh", "test.sh", "fuzz.sh", "engine.sh", "installed.sh"} {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		c.write("scripts/"+script, string(text))
	}
	c.write("scripts/chromium.sh", standIn)
	c.write("scripts/languages.sh", standIn)
	for _, tool := range []string{"go", "gofmt", "make", "python3"} {
		c.write("bin/"+tool, standIn)
	}
	c.write("node_modules/.bin/cdk", standIn)
	c.write("scripts/check/requirements.txt", "checker==1")
	c.write("scripts/fuzz/requirements.txt", "fuzzer==1")
	c.write("scripts/sbom/go.mod", "")
	c.write("scripts/testclients/go/go.mod", "")
	c.write("bin/sbom.cdx.json", "{}")
	return c
}

func (c checkout) write(name, text string) {
	c.t.Helper()
	file := filepath.Join(c.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		c.t.Fatal(err)
	}
}

// run runs a script with only these settings in its environment.
func (c checkout) run(script string, settings ...string) (output, calls string, passed bool) {
	c.t.Helper()
	log := filepath.Join(c.t.TempDir(), "calls")
	programs.KeepNoResults()
	command := exec.Command("bash", filepath.Join(c.root, "scripts", script))
	command.Env = append([]string{"PATH=" + filepath.Join(c.root, "bin") + ":" + os.Getenv("PATH"), "CALLS=" + log,
		"XDG_CACHE_HOME=" + filepath.Join(c.root, "cache"), "CHECK_ALL=1"}, settings...)
	out, err := command.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		c.t.Fatal(err)
	}
	noted, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // a script may call nothing
		c.t.Fatal(err)
	}
	return string(out), string(noted), failed == nil
}

func TestCheckSaysWhatItSkippedAndCISkipsNothing(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for missing, want := range map[string][]string{
		"NO_DATABASE=1": {"- govulncheck, because", "GOVULNDB=file:///"},
		"NO_MODULES=1": {"- client, because", "- go mod verify, because", "- go mod tidy -diff, because",
			"Run 'go mod verify' once with network"},
		"NO_NPM=1": {"- template, because", "Run 'make tools' once with network"},
	} {
		out, calls, passed := c.run("check.sh", missing)
		if !passed || strings.Contains(out, "all passed") {
			t.Errorf("%s: passed %t\n%s", missing, passed, out)
		}
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%s: the output lacks %q:\n%s", missing, text, out)
			}
		}
		if !strings.Contains(calls, "go tool govulncheck -version") {
			t.Errorf("%s: the checks after a skipped one did not run", missing)
		}
		if out, _, passed := c.run("check.sh", missing, "CI=true"); passed || !strings.Contains(out, "cannot run") {
			t.Errorf("%s in CI: passed %t\n%s", missing, passed, out)
		}
	}
	if out, calls, passed := c.run("check.sh", "CI=true"); !passed || !strings.HasSuffix(out, "check: all passed\n") ||
		!strings.Contains(calls, "openapi -check -client") {
		t.Errorf("with everything there: passed %t\n%s", passed, out)
	}
}

// cfn-lint and checkov need Python, which the project needs for nothing else. Without it, or without
// a package registry, the other checks decide, in CI too.
func TestTemplateCheckersAreSkippedWithoutPython(t *testing.T) {
	t.Parallel()
	for missing, want := range map[string]string{"NO_PYTHON=1": "no Python 3.10 with venv",
		"NO_PIP=1": "could not be installed"} {
		for _, ci := range []string{"CI=", "CI=true"} {
			c := newCheckout(t)
			out, calls, passed := c.run("check.sh", missing, ci)
			if !passed || !strings.Contains(out, "- cfn-lint and checkov, because ") || !strings.Contains(out, want) ||
				strings.Contains(calls, "cfn-lint ") {
				t.Errorf("%s %s: passed %t\n%s", missing, ci, passed, out)
			}
		}
	}
}

// The linters and the generators come from package registries. Without one, the other checks
// decide.
func TestToolsOfTheDocumentAreSkippedWithoutNetwork(t *testing.T) {
	t.Parallel()
	for target, broken := range map[string]string{"lint-openapi": "LINTED=1", "test-clients": "BROKEN_CLIENT=1"} {
		c := newCheckout(t)
		c.write("bin/"+target+".skipped", "not installed")
		out, _, passed := c.run("check.sh", broken)
		if !passed || !strings.Contains(out, "- "+target+", because ") ||
			!strings.Contains(out, "Run 'make "+target+"' once with network") {
			t.Errorf("%s: passed %t\n%s", target, passed, out)
		}
	}
}

func TestTemplateCheckersAreInstalledOnce(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for _, installs := range []int{1, 0} {
		out, calls, passed := c.run("check.sh", "CI=true")
		if n := strings.Count(calls, "pip install "); !passed || n != installs || !strings.Contains(calls, "cfn-lint ") ||
			!strings.Contains(calls, "go run ./scripts/check template ") {
			t.Errorf("passed %t, %d installations, want %d\n%s\n%s", passed, n, installs, out, calls)
		}
	}
}

func TestCheckFindsTheVulnerabilityDatabase(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	beside, err := filepath.EvalSymlinks(filepath.Dir(c.root))
	if err != nil {
		t.Fatal(err)
	}
	usesDatabase := func(want string, settings ...string) {
		t.Helper()
		if out, calls, passed := c.run("check.sh", settings...); !passed || strings.Count(calls, "-db="+want) != 3 {
			t.Errorf("want the database %s\n%s\n%s", want, calls, out)
		}
	}
	usesDatabase("https://vuln.go.dev")
	c.write("../shared/vulndb/index/db.json", "{}")
	usesDatabase("file://" + beside + "/shared/vulndb")
	c.write("../vulndb/index/db.json", "{}")
	usesDatabase("file://" + beside + "/vulndb")
	usesDatabase("file:///elsewhere", "GOVULNDB=file:///elsewhere")
}

func TestCheckFailsOnFindings(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for _, settings := range [][]string{
		{"UNFORMATTED=main.go"},
		{"UNTIDY=1"},
		{"KNOWN=nothing"},
		{"LINT=2"},
		{"LINTED=1"},
		{"BROKEN_CLIENT=1"},
		{"NEW_FINDING=1"},
		{"NO_DATABASE=1", "GOVULNDB=file:///not/there"}, // a database that the user named must exist
	} {
		if out, _, passed := c.run("check.sh", settings...); passed {
			t.Errorf("%v passed:\n%s", settings, out)
		}
	}
}

// What passed is not checked again while its files are the same. What failed is.
func TestWhatPassedIsNotCheckedAgain(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	if out, err := exec.Command("git", "init", "-q", c.root).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	counts := func(settings ...string) (lints, clients, vulnerabilities int) {
		_, calls, _ := c.run("check.sh", settings...)
		return strings.Count(calls, "cfn-lint --ignore"), strings.Count(calls, "test-clients"),
			strings.Count(calls, "govulncheck -db="+"https://vuln.go.dev ./...")
	}
	for _, o := range []struct {
		settings                []string
		lints, clients, govulns int
	}{
		{[]string{"CHECK_ALL=", "LINT=2"}, 1, 1, 1},
		{[]string{"CHECK_ALL="}, 1, 0, 0},
		{[]string{"CHECK_ALL="}, 0, 0, 0},
		{nil, 1, 1, 1},
	} {
		if lints, clients, govulns := counts(o.settings...); lints != o.lints || clients != o.clients ||
			govulns != o.govulns {
			t.Errorf("%v: %d, %d and %d runs, want %+v", o.settings, lints, clients, govulns, o)
		}
	}
}

// Where git does not know the files, everything is checked each time.
func TestNothingIsReusedWithoutGit(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for range 2 {
		if out, calls, passed := c.run("check.sh", "CHECK_ALL="); !passed || !strings.Contains(calls, "cfn-lint --ignore") {
			t.Errorf("passed %t\n%s\n%s", passed, calls, out)
		}
	}
}

func TestTestsAreSelected(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for _, o := range []struct {
		settings []string
		want     string // what is tested
		browser  bool   // whether a browser is brought
	}{
		{nil, "-skip ^(TestRace)$ stint/calm stint/mixed", true},
		{nil, "-race -run ^(TestRace)$ ./mixed ./racing", true},
		{[]string{"ALL=1"}, "-race -shuffle=on -timeout 90m ./...", true},
		{[]string{"PKG=./functions/timers"}, "./functions/timers", false},
		{[]string{"PKG=./functions/timers", "RACE=1"}, "-race ./functions/timers", false},
		{[]string{"PKG=functions/timers ./shared/... stint/infra"}, "./functions/timers ./shared/... stint/infra", false},
		{[]string{"RUN=TestStart/now"}, "-run TestStart/now ./...", false},
		{[]string{"PKG=./functions/pages", "DRIVERS=stint/functions/pages"}, "./functions/pages", true},
		{[]string{"RUN=TestSign", "DRIVERS=stint/functions/pages", "LISTED=TestSignOnPage"}, "-run TestSign ./...", true},
		{[]string{"RUN=TestStart", "DRIVERS=stint/functions/pages", "LISTED=ok stint/functions/pages"},
			"-run TestStart ./...", false},
	} {
		out, calls, passed := c.run("test.sh", o.settings...)
		want := "\ngo test -vet=off -ldflags=-s -timeout 30m " + o.want + "\n"
		if !passed || !strings.Contains("\n"+calls, want) {
			t.Errorf("%v: want %q\n%s\n%s", o.settings, want, calls, out)
		}
		if got := strings.Contains(calls, "chromium.sh"); got != o.browser {
			t.Errorf("%v: a browser was brought: %t, want %t", o.settings, got, o.browser)
		}
	}
}

// A failure of the tests without the race detector does not keep the others from running, nor the
// other way round.
func TestAFailureOfOneRunCounts(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	if out, calls, passed := c.run("test.sh", "RACED=1"); passed || strings.Count(calls, "go test") != 2 {
		t.Errorf("passed: %t\n%s\n%s", passed, calls, out)
	}
}

var (
	usesAction = regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned     = regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	runsMake   = regexp.MustCompile(`make ([a-z-]+)`)
)

// byTag is the one workflow that is not pinned by a commit. slsa-verifier knows it by its tag only.
const byTag = "slsa-framework/slsa-github-generator/.github/workflows/generator_generic_slsa3.yml@v2.1.0"

func TestWorkflowsPinActionsAndRunTargetsThatExist(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	workflows, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(workflows) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	for _, name := range workflows {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range usesAction.FindAllSubmatch(text, -1) {
			if !pinned.Match(found[1]) && string(found[1]) != byTag {
				t.Errorf("%s: %s is not pinned by a commit with its version in a comment", name, found[1])
			}
		}
		for _, found := range runsMake.FindAllSubmatch(text, -1) {
			if !strings.Contains(string(makefile), "\n"+string(found[1])+":") {
				t.Errorf("%s: there is no make %s", name, found[1])
			}
		}
	}
}

func TestFuzzSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for missing, want := range map[string]string{"NO_PYTHON=1": "no Python 3.11 with venv",
		"NO_PIP=1": "could not be installed"} {
		if out, calls, passed := c.run("fuzz.sh", missing); passed || !strings.Contains(out, want) ||
			strings.Contains(calls, "go build") {
			t.Errorf("%s: passed %t, want %q\n%s\n%s", missing, passed, want, out, calls)
		}
	}
}
