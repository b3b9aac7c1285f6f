package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestACommandAndWhatItStartedEndWithTheContext(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	fifo := filepath.Join(folder, "child")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		file, err := os.Open(fifo) // waits until the child opens it
		cancel()
		if err == nil {
			_, err = io.Copy(io.Discard, file) // waits until the child ends
		}
		ended <- err
	}()
	printed, err := checkout(folder).command(ctx, func(int) cutOff { return "the state" },
		"bash", "-c", `bash -c 'trap "" INT; exec 3>child; while read -r -n 1; do :; done </dev/zero'; true`)
	if cut, ok := errors.AsType[cutOff](err); !ok || cut != "the state" || printed != "" {
		t.Errorf("%q, error %v", printed, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAFailedCommandIsNotCutOff(t *testing.T) {
	t.Parallel()
	printed, err := checkout(t.TempDir()).command(t.Context(), nil, "bash", "-c", "echo $GOGC; exit 3")
	if cut, ok := errors.AsType[cutOff](err); ok || err == nil || printed == "\n" {
		t.Errorf("%q, %q, error %v", printed, cut, err)
	}
}

func TestWhatIsCutOffSaysWhetherItsTestsRan(t *testing.T) {
	t.Parallel()
	running := regexp.MustCompile(fmt.Sprintf(testProgram, 41))
	for line, want := range map[string]bool{
		"   41 /tmp/go-build1/b001/timers.test -test.paniconexit0": true,
		"   41 /usr/local/go/pkg/tool/link -o timers.test":         false,
		"  141 /tmp/go-build1/b001/timers.test -test.paniconexit0": false,
	} {
		if got := running.MatchString("    1 init\n" + line + "\n"); got != want {
			t.Errorf("%s: %t, want %t", line, got, want)
		}
	}
}

// Go keeps the result of a test under its flags, so both commands need the same.
func TestFlagsAndEnvironmentAreThoseOfMakeTest(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../test.sh")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{strings.Join(testFlags[:2], " "), strings.Join(testFlags[2:], " ")}
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		want = append(want, fmt.Sprintf(`%s="${%[1]s:-%s}"`, name, environment[name]))
	}
	for _, part := range want {
		if !strings.Contains(string(script), part) {
			t.Errorf("scripts/test.sh has no %s", part)
		}
	}
}
