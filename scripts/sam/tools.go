package main

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"runtime"
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

// hostName is the name of this machine in containers. When Docker runs in a virtual
// machine, as on macOS and Windows, hostName reaches servers at loopbackAddress.
const (
	hostName        = "host.docker.internal"
	loopbackAddress = "127.0.0.1"
)

// hostAddress is the address to listen on so that containers reach the server. On
// Linux it is the gateway of Docker's bridge network, which other machines cannot
// reach.
func hostAddress(ctx context.Context, tools tools) string {
	if runtime.GOOS != "linux" {
		return loopbackAddress
	}
	gateway, err := tools.Output(ctx, "docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}")
	if err != nil || net.ParseIP(gateway) == nil {
		return loopbackAddress
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(gateway, "0"))
	if err != nil {
		return loopbackAddress // the network is in a virtual machine
	}
	_ = listener.Close()
	return gateway
}
