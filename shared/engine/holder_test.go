//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package engine

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"stint/internal/programs"
)

// holdLock starts a process that holds a lock as an engine does, and records it with a parent.
func holdLock(t *testing.T, parent int) (lock *os.File, holder *exec.Cmd) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		t.Fatal(err)
	}
	programs.KeepNoResults()
	holder = exec.Command("sleep", "600")
	holder.ExtraFiles = []*os.File{file}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = holder.Process.Kill(); _ = holder.Wait() })
	recordProcesses(file, holder.Process.Pid, parent)
	if lock, err = os.OpenFile(path, os.O_RDWR, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lock.Close() })
	return lock, holder
}

// On a system that does not end the engine with its parent, the next start does it.
func TestAnEngineWithoutAParentIsEnded(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	lock, holder := holdLock(t, gone.Process.Pid)
	if !endOrphan(lock) {
		t.Fatal("it was left")
	}
	if err := holder.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	if err := flock(t.Context(), lock); err != nil {
		t.Errorf("the lock: %v", err)
	}
}

func TestAnEngineWithAParentIsLeft(t *testing.T) {
	t.Parallel()
	lock, holder := holdLock(t, os.Getpid())
	if endOrphan(lock) {
		t.Error("it was ended")
	}
	if err := holder.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the engine: %v", err)
	}
	if err := flock(t.Context(), lock); !errors.Is(err, syscall.EWOULDBLOCK) {
		t.Errorf("the lock: %v", err)
	}
}

// A lock file of an earlier version is empty.
func TestALockWithoutARecordIsLeft(t *testing.T) {
	t.Parallel()
	lock, _ := holdLock(t, os.Getpid())
	for _, content := range []string{"", "words", "12", "0 0", "1 1"} {
		if err := errors.Join(lock.Truncate(0), os.WriteFile(lock.Name(), []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
		if endOrphan(lock) {
			t.Errorf("%q: a process was ended", content)
		}
	}
}
