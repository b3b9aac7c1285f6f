package engine

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill the child when we end, even by kill -9.
// A process group of its own keeps a Ctrl-C in the terminal from reaching it
// before we have finished our last writes.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
