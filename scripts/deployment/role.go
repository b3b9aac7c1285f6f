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

const errRoleUsage = command.UsageError(
	"usage: make deploy-role REPOSITORY=owner/stint [ENVIRONMENT=production] [STAGE=live]")

// printRole prints a CloudFormation template with what a deployment from GitHub's workflows needs in an account, and no
// more: a role that workflows of one repository and environment assume without a key (OIDC), and the policy that
// CloudFormation works with. The policy is made from the types of resources that Stint's template has, with every
// option. Errors: errRoleUsage.
func printRole(_ context.Context, args []string) error {
	var w workflow
	flags := flag.NewFlagSet("role", flag.ExitOnError)
	flags.StringVar(&w.repository, "repository", "", "owner and name at GitHub")
	flags.StringVar(&w.environment, "environment", "production", "environment of the workflow, which may ask for a review")
	flags.StringVar(&w.stage, "stage", "live", "stage that is deployed")
	flags.StringVar(&w.qualifier, "qualifier", "hnb659fds", "qualifier of cdk bootstrap")
	types := flags.String("types", "infra/testdata/types.txt", "types of resources")
	_ = flags.Parse(args) // ends the program on an error
	return writeRole(os.Stdout, w, *types)
}

// workflow is who deploys what.
type workflow struct{ repository, environment, stage, qualifier string }

var (
	repositoryPattern = regexp.MustCompile(`^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$`)
	namePattern       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)
)

// writeRole prints the template. Errors: errRoleUsage.
func writeRole(out io.Writer, w workflow, types string) error {
	if !repositoryPattern.MatchString(w.repository) || !namePattern.MatchString(w.environment) ||
		!namePattern.MatchString(w.stage) || !namePattern.MatchString(w.qualifier) {
		return errRoleUsage
	}
	names, err := readTypes(types)
	if err != nil {
		return err
	}
	statements, err := w.executionPolicy(names)
	if err != nil {
		return err
	}
	policies, err := splitPolicies(statements)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(w.template(policies))
}
