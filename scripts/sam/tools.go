package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// tools finds and runs programs of this machine.
type tools interface {
	// Find reports whether a program is on the PATH.
	Find(program string) bool
	// Output runs a program and returns its trimmed output.
	Output(ctx context.Context, program string, arguments ...string) (string, error)
}

type localTools struct{}

func (localTools) Find(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

func (localTools) Output(ctx context.Context, program string, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, program, arguments...).Output()
	return strings.TrimSpace(string(out)), err
}

// Errors of missing tools, which say how to get them.
var (
	errNoSAM         = errors.New("the AWS SAM command line is not installed: see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/install-sam-cli.html")
	errNoDocker      = errors.New("docker is not installed, and sam runs functions in containers: see https://docs.docker.com/get-docker/")
	errDockerStopped = errors.New("docker does not answer: start it, and check with docker info that you may use it")
)

// dockerTimeout bounds the wait for Docker's answer.
const dockerTimeout = 20 * time.Second

// checkTools reports the first missing tool as an error.
func checkTools(ctx context.Context, tools tools) error {
	if !tools.Find("sam") {
		return errNoSAM
	}
	if !tools.Find("docker") {
		return errNoDocker
	}
	ctx, cancel := context.WithTimeout(ctx, dockerTimeout)
	defer cancel()
	if _, err := tools.Output(ctx, "docker", "info", "--format", "{{.ServerVersion}}"); err != nil {
		return errDockerStopped
	}
	return nil
}
