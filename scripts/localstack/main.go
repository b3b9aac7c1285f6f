// Command localstack deploys the synthesised template to a LocalStack that runs
// on this machine, and says where the API is. It needs no AWS account and
// nothing made by hand: the bucket, the functions' code and the stack are made
// or brought up to date.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"

	"stint/internal/runtimeapi"
	"stint/internal/template"
)

// options of a deployment.
type options struct {
	root     string // folder of the module
	assembly string // folder of the template
	template string // path; "" is the only one in the assembly
	endpoint string // of LocalStack
	folder   string // where the functions are built
}

func main() {
	o := options{root: ".", assembly: "cdk.out", folder: filepath.Join(".stint", "localstack")}
	flag.StringVar(&o.template, "template", "", "path of the template; the only one in cdk.out unless given")
	flag.StringVar(&o.endpoint, "endpoint", "http://localhost:4566", "address of LocalStack")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "localstack:", err)
		stop()
		os.Exit(1)
	}
}

// run deploys, step by step.
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
	s := newLocalStack(o.endpoint)
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

// shownOutputs are the outputs of the stack that mean something here; the others have
// addresses of AWS in them.
var shownOutputs = []string{"PublicUrl", "SecretsKeyArn", "TableName"}

// report prints what the stack tells.
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
