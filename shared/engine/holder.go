//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package engine

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// recordHolder writes the process ids of the engine and of this process into the lock file, so
// that endOrphan finds an engine whose parent was killed. Errors only mean that it does not.
func recordHolder(lock *os.File, engine int) {
	if lock != nil {
		recordProcesses(lock, engine, os.Getpid())
	}
}

func recordProcesses(lock *os.File, engine, parent int) {
	_ = lock.Truncate(0)
	_, _ = lock.WriteAt(fmt.Appendf(nil, "%d %d\n", engine, parent), 0)
}

// endOrphan kills the engine that holds the lock, if its parent has ended, and reports whether it
// did. As the lock is held, the recorded engine runs: its process id belongs to no other process.
func endOrphan(lock *os.File) bool {
	content := make([]byte, 64)
	n, _ := lock.ReadAt(content, 0)
	var engine, parent int
	if _, err := fmt.Sscan(string(content[:n]), &engine, &parent); err != nil || engine <= 1 || parent <= 1 {
		return false
	}
	if !errors.Is(syscall.Kill(parent, 0), syscall.ESRCH) {
		return false
	}
	return syscall.Kill(engine, syscall.SIGKILL) == nil
}
