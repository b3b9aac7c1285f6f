package programs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const root = "../.."

// noop is the smallest program of the module.
const noop = "scripts/coldstart/noop"

// A program that is up to date is not linked again, neither by this process nor by another.
func TestAProgramIsLinkedOnce(t *testing.T) {
	t.Parallel()
	path, err := Build(t.Context(), root, noop)
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.Open(path) // while it is open, no other file has its number
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	before, err := first.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := link(t.Context(), root, Here, noop, path); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was linked again, %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if again, err := Build(ended, root, noop); err != nil || again != path {
		t.Errorf("go build ran again in this process: %v", err)
	}
}

// Two processes do not build the same program at the same time.
func TestOneLocksAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "x.lock")
	unlock, err := lock(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	try := func() error { return syscall.Flock(int(other.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
	if err := try(); !errors.Is(err, syscall.EWOULDBLOCK) {
		t.Errorf("a second lock: %v", err)
	}
	unlock()
	if err := try(); err != nil {
		t.Errorf("the lock stays: %v", err)
	}
}

func TestABuildFailsWithoutASource(t *testing.T) {
	t.Parallel()
	if err := BuildFunctions(t.Context(), root, Here, "nowhere"); err == nil ||
		!strings.Contains(err.Error(), "build ./functions/nowhere/lambda") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(Function(root, Here, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a program without a source: %v", err)
	}
}
