//go:build !linux

package engine

import "os/exec"

// dieWithParent does nothing, because this system has no such signal. The child
// stays in the process group, so a Ctrl-C ends both. After a kill -9 of this
// process the child must be ended by hand; until then its data file is locked.
func dieWithParent(*exec.Cmd) {}
