package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"stint/internal/runtimeapi"
)

// countTimeout bounds one run under valgrind, which takes some 50 times as long.
const countTimeout = 2 * time.Minute

// count counts the instructions that the function needs to its first poll, with callgrind,
// whose profile goes into a folder.
// Unlike times, they hardly vary from run to run, whatever else the machine does. Errors:
// errNoValgrind.
func (f *measuredFunction) count(ctx context.Context, folder string, environment []string) error {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return errNoValgrind
	}
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	profile := filepath.Join(folder, f.Name+".callgrind")
	process, err := runtimeapi.Start(valgrind, countTimeout, addAsyncPreemptOff(environment), "--tool=callgrind",
		"--callgrind-out-file="+profile, f.Binary)
	if err != nil {
		return err
	}
	defer process.Stop()
	if _, err := process.Ready(ctx); err != nil {
		return fmt.Errorf("%s under valgrind: %w", f.Name, err)
	}
	if err := process.Terminate(); err != nil { // valgrind then writes its profile
		return err
	}
	f.instructions, err = readTotal(profile)
	return err
}

var errNoValgrind = errors.New("there is no valgrind")

// addAsyncPreemptOff lets Go's scheduler interrupt goroutines without signals: callgrind
// ends when a signal arrives within the handler of another.
func addAsyncPreemptOff(environment []string) []string {
	return append(slices.Clone(environment), "GODEBUG=asyncpreemptoff=1")
}

var totalLine = regexp.MustCompile(`(?m)^(?:totals|summary): ([0-9]+)$`)

// readTotal reads the number of instructions in a profile of callgrind.
func readTotal(profile string) (int64, error) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return 0, err
	}
	found := totalLine.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("%s has no total", profile)
	}
	return strconv.ParseInt(string(found[1]), 10, 64)
}
