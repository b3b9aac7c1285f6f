// Command sam runs the synthesised template with the AWS SAM command line (sam local
// start-api) at http://127.0.0.1:3000. The table, the functions and their settings
// come from the template. DynamoDB, KMS, the worker, the deliverer and an inbox of mails run on this
// machine; the containers reach it at host.docker.internal.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stint/internal/programs"
	"stint/internal/template"
	"stint/scripts/internal/command"
)

// options of a run.
type options struct {
	root     string // folder of the module
	assembly string // folder of the template
	template string // path; "" is the only template in the assembly
	folder   string // of the written files and the data
	port     int    // of the API; the inbox and sam have the next ones
	host     string // address of this machine in Docker's network; "" is to be found
	dry      bool   // write the files and print the command, start nothing
}

func main() {
	var o options
	flag.StringVar(&o.template, "template", "", "path of the template; by default the only one in cdk.out")
	flag.IntVar(&o.port, "port", 3000, "port of the API")
	flag.StringVar(&o.host, "host", "", "address of this machine in Docker's network; by default that of its bridge")
	flag.BoolVar(&o.dry, "dry-run", false, "write the files and print the command, start nothing")
	flag.Parse()
	o.root, o.assembly, o.folder = ".", "cdk.out", filepath.Join(".stint", "sam")
	command.Main("sam", func(ctx context.Context) error { return run(ctx, os.Stdout, localTools{}, o) })
}

// run builds the functions and runs sam until it ends.
func run(ctx context.Context, out io.Writer, tools tools, o options) error {
	t, err := template.Open(o.template, o.assembly)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.folder, 0o700); err != nil {
		return err
	}
	if o.dry {
		return dryRun(out, t, o)
	}
	host, err := prepare(ctx, out, tools, t, o)
	if err != nil {
		return err
	}
	local, err := startLocal(ctx, out, t, o, host)
	if err != nil {
		return err
	}
	defer local.close()
	if err := writeFiles(t, o, local.server.Port()); err != nil {
		return err
	}
	fmt.Fprintf(out, "the API will be at %s, mails at %s\n", apiURL(o), inboxURL(o))
	return runSAM(ctx, out, samArguments(o, host))
}

// prepare checks the tools and builds the functions. It returns the address at which containers reach this machine.
func prepare(ctx context.Context, out io.Writer, tools tools, t *template.Template,
	o options) (host string, err error) {
	if err := checkTools(ctx, tools); err != nil {
		return "", err
	}
	if host, err = o.findHost(ctx, tools); err != nil {
		return "", err
	}
	functions, err := t.Functions()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(out, "building the functions for containers on this machine")
	return host, programs.BuildFunctions(ctx, o.root, programs.Containers, template.Families(functions)...)
}

// runSAM runs sam until it ends.
func runSAM(ctx context.Context, out io.Writer, arguments []string) error {
	sam := exec.CommandContext(ctx, "sam", arguments...)
	sam.Cancel = func() error { return sam.Process.Signal(os.Interrupt) }
	sam.WaitDelay = stopTimeout
	sam.Env = append(os.Environ(), "SAM_CLI_TELEMETRY=0", "AWS_ACCESS_KEY_ID=stint", "AWS_SECRET_ACCESS_KEY=stint")
	sam.Stdout, sam.Stderr = out, os.Stderr
	if err := sam.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("sam local start-api: %w", err)
	}
	return nil
}

// stopTimeout bounds the time in which sam stops its containers.
const stopTimeout = 20 * time.Second

// dryPort is the example of a port in the files of a dry run. A real run takes a free
// port.
const dryPort = 8000

func dryRun(out io.Writer, t *template.Template, o options) error {
	if err := writeFiles(t, o, dryPort); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "sam "+strings.Join(samArguments(o, loopbackAddress), " "))
	return err
}

// inboxPort is the port of the inbox.
func (o options) inboxPort() int { return o.port + 1 }

// samPort is where sam listens. The API's port passes requests on to it.
func (o options) samPort() int { return o.port + 2 }

// loopbackAddressAt is the address of a port of this machine.
func loopbackAddressAt(port int) string { return net.JoinHostPort(loopbackAddress, strconv.Itoa(port)) }

// findHost is the address in the options, or that of Docker's network. Errors: errNoHost.
func (o options) findHost(ctx context.Context, tools tools) (string, error) {
	if o.host == "" {
		return hostAddress(ctx, tools)
	}
	if !canListen(o.host) {
		return "", fmt.Errorf("%w; it cannot listen on %s", errNoHost, o.host)
	}
	return o.host, nil
}

func apiURL(o options) string { return "http://" + loopbackAddressAt(o.port) }

// samArguments are the arguments for sam. Where Docker runs without a virtual machine,
// containers do not know hostName, so sam must add it with the host's address.
func samArguments(o options, host string) []string {
	all := []string{
		"local", "start-api", "--template", templatePath(o), "--env-vars", environmentPath(o),
		"--host", loopbackAddress, "--port", strconv.Itoa(o.samPort()), "--region", template.Region, "--warm-containers",
		"LAZY",
	}
	if host != loopbackAddress {
		all = append(all, "--add-host", hostName+":"+host)
	}
	return all
}
