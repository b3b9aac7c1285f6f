// Command sam runs the synthesised template with the AWS SAM command line:
// sam local start-api, at http://127.0.0.1:3000. The table, the functions and
// their settings come from the template; DynamoDB and KMS are on this machine,
// where the containers reach them as host.docker.internal.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stint/internal/awslocal"
	"stint/internal/runtimeapi"
	"stint/internal/template"
)

// options of a run.
type options struct {
	assembly string // folder of the template
	template string // path; "" is the only one in the assembly
	folder   string // where everything of a run lies
	port     int
	dry      bool // shows the command, and starts nothing
}

func main() {
	var o options
	flag.StringVar(&o.template, "template", "", "path of the template; the only one in cdk.out unless given")
	flag.IntVar(&o.port, "port", 3000, "port of the API")
	flag.BoolVar(&o.dry, "dry-run", false, "write the files and show the command, start nothing")
	flag.Parse()
	o.assembly, o.folder = "cdk.out", filepath.Join(".stint", "sam")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, localTools{}, o); err != nil {
		fmt.Fprintln(os.Stderr, "sam:", err)
		stop()
		os.Exit(1)
	}
}

// run checks what is needed, and starts everything.
func run(ctx context.Context, out io.Writer, tools tools, o options) error {
	t, err := template.Open(o.template, o.assembly)
	if err != nil {
		return err
	}
	if o.dry {
		return dryRun(out, t, o)
	}
	if err := checkTools(ctx, tools); err != nil {
		return err
	}
	functions, err := t.Functions()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "building the functions for containers on this machine")
	if err := runtimeapi.BuildForContainers(ctx, ".", filepath.Join(o.folder, "functions"), template.Families(functions)...); err != nil {
		return err
	}
	host := hostAddress(ctx, tools)
	server, err := awslocal.Start(ctx, t, awslocal.Options{Folder: o.folder, Host: host, Table: tableName})
	if err != nil {
		return err
	}
	defer server.Close()
	if err := writeFiles(t, o, server.Port()); err != nil {
		return err
	}
	command := exec.CommandContext(ctx, "sam", samArguments(o, host)...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTimeout
	command.Env = append(os.Environ(), "SAM_CLI_TELEMETRY=0", "AWS_ACCESS_KEY_ID=stint", "AWS_SECRET_ACCESS_KEY=stint")
	command.Stdout, command.Stderr = out, os.Stderr
	fmt.Fprintf(out, "the API will be at %s\n", apiURL(o))
	if err := command.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("sam local start-api: %w", err)
	}
	return nil
}

// stopTimeout is how long sam may take to end its containers.
const stopTimeout = 20 * time.Second

// dryPort stands for the port that a run would choose.
const dryPort = 8000

func dryRun(out io.Writer, t *template.Template, o options) error {
	if err := writeFiles(t, o, dryPort); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "sam "+strings.Join(samArguments(o, loopbackAddress), " "))
	return err
}

func apiURL(o options) string { return "http://127.0.0.1:" + strconv.Itoa(o.port) }

// samArguments are those of sam. The name that containers call this machine by
// needs telling where Docker runs without a virtual machine of its own.
func samArguments(o options, host string) []string {
	all := []string{
		"local", "start-api", "--template", templatePath(o), "--env-vars", environmentPath(o),
		"--host", "127.0.0.1", "--port", strconv.Itoa(o.port), "--region", template.Region, "--warm-containers", "LAZY",
	}
	if host != loopbackAddress {
		all = append(all, "--add-host", hostName+":"+host)
	}
	return all
}
