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
	held, err := lock(path)
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
	held.unlock()
	if err := try(); err != nil {
		t.Errorf("the lock stays: %v", err)
	}
}

// One run of the tests builds a program once, and the next run builds it again.
func TestARunBuildsAProgramOnce(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "program")
	held, err := lock(program + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer held.unlock()
	for _, run := range []string{"12-3-4567", "12-3-45"} {
		if err := held.keepRun(run); err != nil {
			t.Fatal(err)
		}
		if held.isBuilt(program, run) {
			t.Errorf("run %s: a program that is gone counts as built", run)
		}
		if err := os.WriteFile(program, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		if !held.isBuilt(program, run) {
			t.Errorf("run %s builds the program again", run)
		}
		for _, other := range []string{"", "12-3", "98-7-6543"} {
			if held.isBuilt(program, other) {
				t.Errorf("run %q uses the program of run %s", other, run)
			}
		}
		if err := os.Remove(program); err != nil {
			t.Fatal(err)
		}
	}
}

func TestABuildFailsWithoutASource(t *testing.T) {
	t.Parallel()
	if err := BuildFunctions(t.Context(), root, Here, "nowhere"); err == nil ||
		!strings.Contains(err.Error(), "build ./functions/nowhere/lambda") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(FunctionPath(root, Here, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a program without a source: %v", err)
	}
}
