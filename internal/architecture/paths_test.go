package architecture_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/uncached"
)

// sourcePath is a file or files of Go in a document: `store/keys*.go`, or `shared/route/serve.go` with a
// folder.
var sourcePath = regexp.MustCompile("`((?:[\\w.-]+/)+[\\w*.-]+\\.go)(?::\\d+)?`")

// Documents name only files that exist, from the root of the project or from shared.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	uncached.Results()
	root := filepath.Join("..", "..")
	named := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		documents, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range documents {
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range sourcePath.FindAllStringSubmatch(string(text), -1) {
				named++
				if !isSource(root, found[1]) {
					t.Errorf("%s names %s, which does not exist", filepath.Base(document), found[1])
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d files are named", named)
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
