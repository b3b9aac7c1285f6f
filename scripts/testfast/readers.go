package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// findReaders finds the packages whose code has the path of a changed file that is no Go
// file, or of a folder above it, in a string: "../docs/cost.md", "/docs/guides" or
// "../.github/workflows/*.yml". Their tests probably read the file.
func findReaders(folder string, all []pkg, files []string) (map[string]bool, error) {
	readers := map[string]bool{}
	expression := pathsOf(files)
	if expression == nil {
		return readers, nil
	}
	for _, p := range all {
		for _, name := range p.files() {
			text, err := os.ReadFile(filepath.Join(folder, p.Dir, name))
			if err != nil {
				return nil, err
			}
			if expression.Match(text) {
				readers[p.ImportPath] = true
				break
			}
		}
	}
	return readers, nil
}

// pathsOf matches a string with the path of one of the files, or of a folder above. A
// folder needs a slash before it, because its name alone can be any word. It returns nil
// if all are Go files.
func pathsOf(files []string) *regexp.Regexp {
	var paths []string
	for _, file := range files {
		if strings.HasSuffix(file, ".go") {
			continue
		}
		paths = append(paths, `(?:(?:\.\./)+|/)?`+regexp.QuoteMeta(file))
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			paths = append(paths, `(?:(?:\.\./)+|/)`+regexp.QuoteMeta(dir)+`(?:/\*[^"/]*)?`)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	slices.Sort(paths)
	return regexp.MustCompile(`"(?:` + strings.Join(slices.Compact(paths), "|") + `)"`)
}
