//go:build !linux

package engine

import "os/exec"

// dieWithParent can do nothing here: the system has no such signal. The child
// stays in our process group, so that a Ctrl-C ends both; after a kill -9 it
// must be ended by hand, and until then keeps its data file locked.
func dieWithParent(*exec.Cmd) {}
