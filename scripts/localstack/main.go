// Command localstack deploys the synthesised template to a LocalStack on this machine
// and prints the URL of the API. It builds the functions, creates a bucket for their
// code, and creates or updates the stack. It needs no AWS account.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"stint/internal/runtimeapi"
	"stint/internal/template"
	"stint/scripts/internal/command"
)

// options of a deployment.
type options struct {
	root     string // folder of the module
	assembly string // folder of the template
	template string // path; "" is the only template in the assembly
	endpoint string // of LocalStack, from here
	port     int    // of LocalStack where it runs: in its container, or on this machine
	ses      string // endpoint of SES for the worker; "" is AWS
	folder   string // of the built functions
}

func main() {
	o := options{root: ".", assembly: "cdk.out", folder: filepath.Join(".stint", "localstack")}
	flag.StringVar(&o.template, "template", "", "path of the template; by default the only one in cdk.out")
	flag.StringVar(&o.endpoint, "endpoint", "http://localhost:4566", "URL of LocalStack")
	flag.IntVar(&o.port, "port", 4566, "port that LocalStack listens on where it runs (GATEWAY_LISTEN)")
	flag.StringVar(&o.ses, "ses", "", "URL at which functions send mail, such as that of make inbox; by default AWS")
	flag.Parse()
	command.Main("localstack", func(ctx context.Context) error { return run(ctx, os.Stdout, o) })
}

// run builds, uploads and deploys.
func run(ctx context.Context, out io.Writer, o options) error {
	t, err := template.Open(o.template, o.assembly)
	if err != nil {
		return err
	}
	if err := checkLocalStack(ctx, o.endpoint); err != nil {
		return err
	}
	functions, err := t.Functions()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "building the functions for containers on this machine")
	if err := runtimeapi.BuildForContainers(ctx, o.root, o.folder, template.Families(functions)...); err != nil {
		return err
	}
	s := newLocalStack(o)
	fmt.Fprintln(out, "uploading them and the template")
	address, err := s.upload(ctx, t, functions, o.folder)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "deploying the stack %s\n", t.Stack)
	outputs, err := s.deploy(ctx, t.Stack, address)
	if err != nil {
		return err
	}
	return report(out, outputs)
}

// shownOutputs are the outputs of the stack that are useful here. The others contain
// addresses of AWS.
var shownOutputs = []string{"PublicUrl", "SecretsKeyArn", "TableName"}

// report prints the shown outputs.
func report(out io.Writer, outputs []output) error {
	for _, o := range outputs {
		if !slices.Contains(shownOutputs, o.name) {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s: %s\n", o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}
