package engine

import (
	"os/exec"
	"syscall"
)

// endsWithParent: the engine never outlives this process.
const endsWithParent = true

// dieWithParent makes the kernel kill the child when this process ends, even by
// kill -9. The child has its own process group, so that a Ctrl-C in the terminal
// does not end it before this process has finished its last writes.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
