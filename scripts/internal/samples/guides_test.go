package samples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const guidesFolder = root + "/docs/guides"

// readGuides reads the guides in their order.
func readGuides(t *testing.T) []guide {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(guidesFolder, "*.md"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v, %v", paths, err)
	}
	var all []guide
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, newGuide(filepath.Base(path), text))
	}
	return all
}

// TestGuidesRunAsPasted runs all blocks of each guide in sh, JavaScript, Python and Go, in
// their order and as one session, against a new home server. The session begins with the
// account and the key of the first guide, as the guides say. It checks:
//
//   - The service refuses only what a comment of the block says, such as "409 version_stale".
//   - The answer has the properties of the json block after it, with values of these types.
//   - The output is that of the text block after it.
func TestGuidesRunAsPasted(t *testing.T) {
	t.Parallel()
	binary := buildHomeServer(t)
	all := readGuides(t)
	for i, g := range all {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			blocks := g.blocks
			if i > 0 {
				blocks = append(slices.Clone(all[0].setup()), g.blocks...)
			}
			home := startHomeServer(t, binary)
			printed := runSession(t, home, blocks)
			for number, b := range blocks {
				if got, want := home.statuses[number], b.statuses(); !slices.Equal(got, want) {
					t.Errorf("%s\nrefused with %v, its comments say %v:\n%s", b.code, got, want, printed[number])
				}
				for _, e := range b.expected {
					if difference := e.compare(printed[number]); difference != "" {
						t.Errorf("%s\n%s\nit printed:\n%s", b.code, difference, printed[number])
					}
				}
			}
		})
	}
}

// runSession runs the blocks as one shell session and returns what each printed.
func runSession(t *testing.T, home *homeServer, blocks []block) []string {
	t.Helper()
	folder, script := t.TempDir(), "set -eu\n"
	for number, b := range blocks {
		code := strings.ReplaceAll(b.code, "http://localhost:8080", home.URL)
		script += fmt.Sprintf("echo; echo '%s%d'; curl -s %s%s%d\n", marker, number, home.URL, blockPath, number)
		if command, ok := interpreters[b.language]; ok {
			name := fmt.Sprintf(command.file, number)
			writeFile(t, filepath.Join(folder, name), code)
			code = command.run + " " + name + "\n"
		}
		script += code
	}
	out, err := runScript(t, folder, script)
	if err != nil {
		t.Errorf("the session ended early: %v%s\n%s", err, errorOutput(err), out)
	}
	printed := make([]string, len(blocks))
	for number, part := range splitOutput(t, out) {
		printed[number] = part
	}
	return printed
}

// interpreters are the languages of blocks that are not for the shell.
var interpreters = map[string]struct{ file, run string }{
	"js":     {"block%d.mjs", "node"},
	"python": {"block%d.py", "python3"},
	"go":     {"block%d.go", "go run"},
}

var (
	makeTarget = regexp.MustCompile(`(?m)^make ([a-z-]+)`)
	guideLink  = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
)

// Commands of guides that no test runs begin with make; their targets exist.
func TestTargetsInGuidesExist(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile(root + "/Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range readGuides(t) {
		for _, code := range g.consoles {
			targets := makeTarget.FindAllStringSubmatch(code, -1)
			if len(targets) != strings.Count(code, "\n") {
				t.Errorf("%s: not every line begins with make:\n%s", g.name, code)
			}
			for _, found := range targets {
				if !strings.Contains("\n"+string(makefile), "\n"+found[1]+":") {
					t.Errorf("%s: make %s does not exist", g.name, found[1])
				}
			}
		}
	}
}

func TestLinksInGuidesLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, g := range readGuides(t) {
		for _, link := range guideLink.FindAllStringSubmatch(g.text, -1) {
			if strings.HasPrefix(link[1], "https://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(guidesFolder, link[1])); err != nil {
				t.Errorf("%s: %v", g.name, err)
			}
		}
	}
}

var (
	exampleSecret    = regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`)
	exampleSignature = regexp.MustCompile(`v1,[A-Za-z0-9+/=]+`)
)

// The example in the guide about webhooks is signed as the library of the standard signs.
func TestExampleSignatureIsOfTheStandard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(guidesFolder, "09-webhooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := standardwebhooks.NewWebhook(exampleSecret.FindString(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	want, err := verifier.Sign("1d7e0ae1-8791-8461-a00d-0521986eaa94", time.Unix(1781697661, 0),
		[]byte(`{"type":"webhook.test"}`))
	if err != nil {
		t.Fatal(err)
	}
	all := exampleSignature.FindAllString(string(text), -1)
	for _, got := range all {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(all) != 4 {
		t.Errorf("%d signatures", len(all))
	}
}
