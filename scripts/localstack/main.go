// Command localstack deploys the synthesised template to a LocalStack on this machine
// and prints the URL of the API. It builds the functions, creates a bucket for their
// code, and creates or updates the stack. It needs no AWS account. It also deletes the
// stack, and lists what LocalStack has.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"stint/internal/apiclient"
	"stint/internal/programs"
	"stint/internal/template"
	"stint/scripts/internal/command"
)

// options of a deployment.
type options struct {
	root     string // folder of the module
	assembly string // folder of the template
	template string // path; "" is the only template in the assembly
	endpoint string // of LocalStack, from here
	port     int    // of LocalStack where it runs: in its container, or on this machine; 0 is that of the endpoint
	ses      string // endpoint of SES for the worker; "" is AWS
	list     bool   // only list what LocalStack has
	remove   bool   // delete the stack instead
}

func main() {
	o := options{root: ".", assembly: "cdk.out"}
	flag.StringVar(&o.template, "template", "", "path of the template; by default the only one in cdk.out")
	flag.StringVar(&o.endpoint, "endpoint", "http://localhost:4566", "URL of LocalStack")
	flag.IntVar(&o.port, "port", 0, "port that LocalStack listens on where it runs (GATEWAY_LISTEN); by default that "+
		"of the endpoint")
	flag.StringVar(&o.ses, "ses", "", "URL at which functions send mail, such as that of make inbox; by default AWS")
	flag.BoolVar(&o.list, "list", false, "only list the APIs, tables, keys, functions and roles that LocalStack has")
	flag.BoolVar(&o.remove, "delete", false, "delete the template's stack instead")
	flag.Parse()
	command.Main("localstack", func(ctx context.Context) error { return run(ctx, os.Stdout, o) })
}

// run deploys or deletes the stack, or lists what is there.
func run(ctx context.Context, out io.Writer, o options) error {
	if o.list {
		return printList(ctx, out, o.endpoint)
	}
	t, err := template.Open(o.template, o.assembly)
	if err != nil {
		return err
	}
	if err := checkLocalStack(ctx, o.endpoint); err != nil {
		return err
	}
	if o.remove {
		return newLocalStack(o).delete(ctx, t.Stack)
	}
	return buildAndDeploy(ctx, out, o, t)
}

func printList(ctx context.Context, out io.Writer, endpoint string) error {
	lines, err := list(ctx, endpoint)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}

// buildAndDeploy builds, uploads and deploys.
func buildAndDeploy(ctx context.Context, out io.Writer, o options, t *template.Template) error {
	functions, err := t.Functions()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "building the functions for containers on this machine")
	if err := programs.BuildFunctions(ctx, o.root, programs.Containers, template.Families(functions)...); err != nil {
		return err
	}
	s := newLocalStack(o)
	fmt.Fprintln(out, "uploading them and the template")
	address, err := s.upload(ctx, t, functions, o.root)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "deploying the stack %s\n", t.Stack)
	outputs, err := s.deploy(ctx, t.Stack, address)
	if err != nil {
		return err
	}
	return report(out, o.endpoint, outputs)
}

// shownOutputs are the outputs of the stack that are useful here. The others contain
// addresses of AWS.
var shownOutputs = []string{"PublicUrl", "SecretsKeyArn", "TableName"}

// report prints the shown outputs, and where the API is without DNS.
func report(out io.Writer, endpoint string, outputs []output) error {
	var lines []string
	for _, o := range outputs {
		if slices.Contains(shownOutputs, o.name) {
			lines = append(lines, o.name+": "+o.value)
		}
		if o.name == "PublicUrl" {
			lines = append(lines, "without DNS: "+pathAddress(endpoint, o.value))
		}
	}
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}

// pathAddress is the address of an API at LocalStack's own address. The host name of the
// other address must be resolved by a server in the internet.
func pathAddress(endpoint, public string) string {
	u, err := url.Parse(public)
	if err != nil {
		return public
	}
	id, _, _ := strings.Cut(u.Host, ".")
	return endpoint + "/_aws/execute-api/" + id + u.Path
}

// neededServices are the services of the template's resources and of the deployment.
var neededServices = []string{"apigateway", "cloudformation", "dynamodb", "dynamodbstreams", "events", "iam", "kms",
	"lambda", "logs", "s3"}

// checkTimeout bounds the wait for LocalStack's answer.
const checkTimeout = 10 * time.Second

// checkLocalStack checks that LocalStack runs at an endpoint and has the needed
// services.
func checkLocalStack(ctx context.Context, endpoint string) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	client := apiclient.Client{Address: endpoint}
	answer, err := client.Do(ctx, apiclient.Call{Method: http.MethodGet, Path: "/_localstack/health"})
	if err != nil {
		return fmt.Errorf("LocalStack does not answer at %s: start it with"+
			" docker run --rm -p 4566:4566 -e PROVIDER_OVERRIDE_APIGATEWAY=next_gen"+
			" -v /var/run/docker.sock:/var/run/docker.sock localstack/localstack:3.8.1 (%w)", endpoint, err)
	}
	var health struct{ Services map[string]string }
	if err := json.Unmarshal(answer.Body, &health); err != nil || health.Services == nil {
		return fmt.Errorf("what answers at %s is not LocalStack", endpoint)
	}
	var missing []string
	for _, name := range neededServices {
		if state := health.Services[name]; !slices.Contains([]string{"available", "running"}, state) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("this LocalStack lacks %s: start it without SERVICES, or with these among them",
			strings.Join(missing, ", "))
	}
	return nil
}
