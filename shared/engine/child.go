package engine

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// child is a started process.
type child struct {
	program program
	cmd     *exec.Cmd
	output  *output
	exited  chan struct{} // closed when the process is gone
	err     error         // how it ended; valid once exited is closed
}

// newCommand is the command that starts a program. It does not pass on this
// process's environment, which may hold secrets.
func newCommand(p program, address netip.AddrPort, dataFile string, lock *os.File) *exec.Cmd {
	cmd := exec.Command(p.binary, p.arguments(address, dataFile)...)
	cmd.Env = []string{"TMPDIR=" + os.TempDir()}
	if lock != nil {
		cmd.ExtraFiles = []*os.File{lock}
	}
	dieWithParent(cmd)
	return cmd
}

// startChild starts cmd from a goroutine that keeps its thread until the process
// has ended. On Linux the child is killed when the thread that started it ends,
// and the Go runtime may end a thread at any time.
func startChild(p program, cmd *exec.Cmd, logTo io.Writer) (*child, error) {
	c := &child{program: p, cmd: cmd, output: newOutput(logTo, p.announcement), exited: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = c.output, c.output
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			c.err = cmd.Wait()
			close(c.exited)
		}
	}()
	return c, <-started
}

// stop signals the process to end, kills it after stopGrace, and waits until it
// has ended.
func (c *child) stop() {
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err == nil {
		select {
		case <-c.exited:
			return
		case <-grace.C:
		}
	}
	// The only possible error is that the process has ended already.
	_ = c.cmd.Process.Kill()
	<-c.exited
}

// exitError describes the end of the process, with its last output.
func (c *child) exitError(what string) error {
	end := "exit status 0"
	var exit *exec.ExitError
	switch {
	case errors.As(c.err, &exit):
		end = exit.String()
	case c.err != nil:
		end = c.err.Error()
	}
	return fmt.Errorf("engine: %s %s (%s): %s", c.program.name, what, end, c.output.lastLines())
}
