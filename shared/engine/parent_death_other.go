//go:build !linux

package engine

import "os/exec"

// endsWithParent: the engine outlives a parent that is killed. The next start on its data
// file ends it.
const endsWithParent = false

// dieWithParent does nothing, because this system has no such signal. The child
// stays in the process group, so a Ctrl-C ends both.
func dieWithParent(*exec.Cmd) {}
