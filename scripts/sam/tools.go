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

// tools is what a run asks of this machine.
type tools interface {
	// Find reports whether a program is on the PATH.
	Find(program string) bool
	// Output runs a program and gives what it printed.
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

// What may be missing, and how to get it.
var (
	errNoSAM         = errors.New("the AWS SAM command line is not installed: see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/install-sam-cli.html")
	errNoDocker      = errors.New("docker is not installed, and sam runs functions in containers: see https://docs.docker.com/get-docker/")
	errDockerStopped = errors.New("docker does not answer: start it, and see that you may use it (docker info)")
)

// dockerTimeout is how long Docker may take to answer.
const dockerTimeout = 20 * time.Second

// checkTools says what is missing.
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

// hostName is what containers call this machine, and loopback where it can be
// reached when Docker runs in a virtual machine, as on macOS and Windows.
const (
	hostName        = "host.docker.internal"
	loopbackAddress = "127.0.0.1"
)

// hostAddress is where containers reach this machine: on Linux the gateway of
// Docker's own network, which nobody outside can reach.
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
		return loopbackAddress // the network is that of a virtual machine
	}
	_ = listener.Close()
	return gateway
}
