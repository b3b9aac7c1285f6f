package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// resolveBase returns the commit that the change starts from: the named one, or the
// commit at which HEAD left main. On main itself that is HEAD, so that the change is
// only what is not committed.
func resolveBase(folder, named string) (string, error) {
	if named != "" {
		return git(folder, "rev-parse", "--verify", named+"^{commit}")
	}
	for _, main := range []string{"origin/main", "main"} {
		if base, err := git(folder, "merge-base", main, "HEAD"); err == nil {
			return base, nil
		}
	}
	return git(folder, "rev-parse", "HEAD")
}

// changedFiles lists the files that differ from a commit, including new and deleted
// ones, as paths below the folder.
func changedFiles(folder, base string) ([]string, error) {
	changed, err := git(folder, "diff", "--name-only", "--no-renames", "--relative", "-z", base, "--")
	if err != nil {
		return nil, err
	}
	untracked, err := git(folder, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(changed+"\x00"+untracked, func(r rune) bool { return r == 0 }), nil
}

func git(folder string, args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir = folder
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}

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
