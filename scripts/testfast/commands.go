package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// testFlags are the flags of scripts/test.sh, so that both use the results that the other
// one left in Go's cache.
var testFlags = []string{"-vet=off", "-ldflags=-s", "-timeout", "30m"}

// environment is what scripts/test.sh sets, and the number of entries that tests of
// growing histories make. What the caller set is kept.
var environment = map[string]string{"GOGC": "1000", "GOMEMLIMIT": "1GiB", "STINT_HISTORY": "200"}

// identify adds to the environment what tells Go which results are still valid: one name for this run, for
// tests that start programs, the path of the engine, which has its hash, and the versions of installed programs.
func (c checkout) identify() {
	environment["STINT_RUN"] = fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	for variable, script := range map[string]string{"STINT_DYNOXIDE": "engine.sh", "STINT_INSTALLED": "installed.sh"} {
		if out, err := exec.Command(filepath.Join(string(c), "scripts", script)).Output(); err == nil {
			environment[variable] = strings.TrimRight(string(out), "\n")
		}
	}
}

// checkout is the folder of a module, in which commands run.
type checkout string

// test runs the tests of a package. It does not name a folder for temporary files: tests
// read that, so results would not be shared.
func (c checkout) test(ctx context.Context, path string) (string, error) {
	return c.command(ctx, stateOf, goCommand(), append(append([]string{"test"}, testFlags...), path)...)
}

// testProgram is how ps shows a test program: the process group and the arguments.
const testProgram = `(?m)^ *%d .*\.test -test\.`

// stateOf says what the processes of a go test do, as far as ps knows.
func stateOf(group int) cutOff {
	out, err := exec.Command("ps", "-A", "-o", "pgid=,args=").Output()
	switch {
	case err != nil:
		return "it was being compiled, or its tests were running"
	case regexp.MustCompile(fmt.Sprintf(testProgram, group)).Match(out):
		return "its tests were running"
	}
	return "it was being compiled"
}

// compile compiles packages without their tests, and links nothing. It uses one
// processor, because tests run meanwhile.
func (c checkout) compile(ctx context.Context, paths []string) (string, error) {
	state := func(int) cutOff { return "what is compiled stays in Go's cache" }
	return c.command(ctx, state, goCommand(), append([]string{"list", "-p=1", "-export", `-f={{""}}`}, paths...)...)
}

var bringing sync.Mutex // two installations would be in each other's way

// bringBrowser installs Chromium where there is none.
func (c checkout) bringBrowser(ctx context.Context) (string, error) {
	bringing.Lock()
	defer bringing.Unlock()
	state := func(int) cutOff { return "Chromium was being installed" }
	return c.command(ctx, state, "scripts/chromium.sh")
}

// command runs a command and returns what it printed. When the context ends, it asks for
// the state and ends the command with all that it started.
func (c checkout) command(ctx context.Context, state func(group int) cutOff, name string,
	args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = string(c), environ()
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var printed bytes.Buffer
	command.Stdout, command.Stderr = &printed, &printed
	cut := cutOff("it did not start")
	command.Cancel = func() error {
		cut = state(command.Process.Pid)
		return syscall.Kill(-command.Process.Pid, syscall.SIGINT)
	}
	command.WaitDelay = time.Second
	if err := command.Run(); err == nil || ctx.Err() == nil {
		return printed.String(), err
	}
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // what a signal did not end, if anything
	}
	return "", cut
}

func environ() []string {
	all := os.Environ()
	for name, value := range environment {
		if _, set := os.LookupEnv(name); !set {
			all = append(all, name+"="+value)
		}
	}
	return all
}

func goCommand() string {
	if name := os.Getenv("GO"); name != "" {
		return name
	}
	return "go"
}
