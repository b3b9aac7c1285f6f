package programs

import (
	"os"
	"path/filepath"
	"syscall"
)

// heldLock is the lock of a program. Its file names the run of the tests that has built the program last.
type heldLock struct{ file *os.File }

func (h heldLock) unlock() { _ = h.file.Close() }

// isBuilt reports whether a run of the tests has built the program. It is false for "", which is no run.
// Without it, every test program would ask Go whether the program is up to date, which takes a third of a second.
func (h heldLock) isBuilt(path, run string) bool {
	if _, err := os.Stat(path); run == "" || err != nil {
		return false
	}
	last, err := os.ReadFile(h.file.Name())
	return err == nil && string(last) == run
}

// keepRun says that a run of the tests has built the program.
func (h heldLock) keepRun(run string) error {
	return os.WriteFile(h.file.Name(), []byte(run), 0o600)
}

// lock waits for the lock of a file, which it makes with its folder.
func lock(path string) (heldLock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return heldLock{}, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return heldLock{}, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close()
		return heldLock{}, err
	}
	return heldLock{file}, nil
}
