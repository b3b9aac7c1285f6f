package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"stint/internal/programs"
)

// The exit status is that of the documentation: scripts depend on it.
func TestExitStatus(t *testing.T) {
	t.Parallel()
	programs.KeepNoResults()
	program, err := programs.Build(t.Context(), "../..", "scripts/operator")
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]int{"help": 0, "version": 0, "version 1": 2, "": 2, "account": 2,
		"other": 2, "-none": 2, "account ada@example.com destroy": 2,
		"workspace 1 destroy": 2, "account ada@example.com disable": 1, "registration": 1} {
		command := exec.CommandContext(t.Context(), program, strings.Fields(args)...)
		command.Env = append(os.Environ(), "TABLE_NAME=", "DYNAMODB_ENDPOINT=", "STINT_DATA="+t.TempDir())
		out, err := command.CombinedOutput()
		status := 0
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			status = failed.ExitCode()
		}
		if status != want {
			t.Errorf("%q: status %d, want %d\n%s", args, status, want, out)
		}
	}
}
