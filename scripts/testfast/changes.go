package main

import (
	"errors"
	"fmt"
	"os/exec"
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
