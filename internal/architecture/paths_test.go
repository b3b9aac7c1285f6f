package architecture

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/programs"
)

// sourcePath is a file or files of Go in a document: `store/key*.go`, `shared/route/serve.go`, or `topics.go` in a
// folder that the sentence names.
var sourcePath = regexp.MustCompile("`((?:[\\w.-]+/)*[\\w*.-]+\\.go)(?::\\d+)?`")

// documentNames are the documents from the root of the project.
func documentNames(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Documents name only files that exist: from the root of the project or from shared, or by a name without a
// folder that some file has.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	programs.KeepNoResults()
	names := map[string]bool{"xraydaemon.go": true, "sample.go": true} // of another project, and of a reader
	for _, file := range goFiles(t) {
		names[filepath.Base(file)] = true
	}
	named := 0
	for _, document := range documentNames(t) {
		for _, found := range sourcePath.FindAllStringSubmatch(readDocument(t, document), -1) {
			named++
			if name := found[1]; !names[name] && !isSource(filepath.Join("..", ".."), name) {
				t.Errorf("%s names %s, which does not exist", filepath.Base(document), name)
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d files are named", named)
	}
}

// Documents name only tests that exist, with their folders.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	programs.KeepNoResults()
	named := 0
	for _, document := range documentNames(t) {
		named += checkTestNames(t, document)
	}
	if named < 200 {
		t.Errorf("only %d tests are named", named)
	}
}

// checkTestNames checks the tests that a document names, and counts them.
func checkTestNames(t *testing.T, document string) int {
	t.Helper()
	sources := map[string]string{} // by folder
	named := testName.FindAllStringSubmatch(readDocument(t, document), -1)
	for _, found := range named {
		folder, name := found[1], found[2]
		if _, read := sources[folder]; !read {
			sources[folder] = readTests(t, folder)
		}
		if !strings.Contains(sources[folder], "\nfunc "+name+"(") {
			t.Errorf("%s: no test %s in %s", filepath.Base(document), name, folder)
		}
	}
	return len(named)
}

// The table of folders in docs/architecture.md has every folder of shared.
func TestTheTableOfFoldersIsComplete(t *testing.T) {
	programs.KeepNoResults()
	folders, err := os.ReadDir("../../shared")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(readDocument(t, "../../docs/architecture.md"), "## Folders")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, folder := range folders {
		if name := folder.Name(); !strings.Contains(table, "`"+name+"/`") && !strings.Contains(table, "`shared/"+name+"/`") {
			t.Errorf("the table has no folder shared/%s", name)
		}
	}
}

// isSource reports whether a path or pattern leads to a file, from the root or from shared. A pattern means no tests.
func isSource(root, name string) bool {
	if strings.ContainsAny(name, "<…") {
		return true
	}
	for _, folder := range []string{".", "shared"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(path.Join(folder, name))))
		if strings.Contains(name, "*") {
			files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
		}
		if err == nil && len(files) > 0 {
			return true
		}
	}
	return false
}

// The index of decisions has every decision once.
func TestTheIndexOfDecisionsIsComplete(t *testing.T) {
	programs.KeepNoResults()
	index := readDocument(t, "../../docs/decisions/README.md")
	files, err := filepath.Glob("../../docs/decisions/0*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if n := strings.Count(index, "("+filepath.Base(file)+")"); n != 1 {
			t.Errorf("the index has %s %d times", filepath.Base(file), n)
		}
	}
	if len(files) < 50 {
		t.Errorf("only %d decisions were found", len(files))
	}
}
