// Command deployrole prints a CloudFormation template with what a deployment from GitHub's workflows needs
// in an account, and no more: a role that workflows of one repository and environment assume without a key
// (OIDC), and the policy that CloudFormation works with. The policy is made from the types of resources that
// Stint's template has, with every option.
//
//	deployrole -repository owner/stint -environment production -stage live >deploy-role.json
package main

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"regexp"

	"stint/scripts/internal/command"
)

const errUsage = command.UsageError(
	"usage: make deploy-role REPOSITORY=owner/stint [ENVIRONMENT=production] [STAGE=live]")

func main() {
	var w workflow
	flag.StringVar(&w.repository, "repository", "", "owner and name at GitHub")
	flag.StringVar(&w.environment, "environment", "production", "environment of the workflow, which may ask for a review")
	flag.StringVar(&w.stage, "stage", "live", "stage that is deployed")
	flag.StringVar(&w.qualifier, "qualifier", "hnb659fds", "qualifier of cdk bootstrap")
	types := flag.String("types", "infra/testdata/types.txt", "types of resources")
	flag.Parse()
	command.Main("deployrole", func(context.Context) error { return run(os.Stdout, w, *types) })
}

// workflow is who deploys what.
type workflow struct{ repository, environment, stage, qualifier string }

var (
	repositoryPattern = regexp.MustCompile(`^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$`)
	namePattern       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)
)

// run prints the template. Errors: errUsage.
func run(out io.Writer, w workflow, types string) error {
	if !repositoryPattern.MatchString(w.repository) || !namePattern.MatchString(w.environment) ||
		!namePattern.MatchString(w.stage) || !namePattern.MatchString(w.qualifier) {
		return errUsage
	}
	names, err := readTypes(types)
	if err != nil {
		return err
	}
	statements, err := w.executionPolicy(names)
	if err != nil {
		return err
	}
	policies, err := split(statements)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(w.template(policies))
}
