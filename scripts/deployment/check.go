package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"stint/internal/template"
)

// check looks for what would make a deployment fail, or the deployed service lack something, before anything is
// deployed: credentials and region, CDK's bootstrap, an earlier deployment that failed, the account's role for the
// gateway's logs, the sender of mails, and the limit of functions at once. It reads the synthesised template and the
// AWS account of the environment, and changes nothing. Errors: errMiss.
func check(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("check", flag.ExitOnError)
	path := flags.String("template", "", "path of the template; by default the only one in cdk.out")
	_ = flags.Parse(args) // ends the program on an error
	t, err := template.Open(*path, "cdk.out")
	if err != nil {
		return err
	}
	account, err := newAWSAccount(ctx)
	if err != nil {
		return err
	}
	return runChecks(ctx, os.Stdout, account, t)
}

// errMiss means that a check found something that must be changed first.
var errMiss = errors.New("the deployment would fail or lack something: see the lines with miss")

// runChecks does all checks and prints them. Errors: errMiss.
func runChecks(ctx context.Context, out io.Writer, account account, t *template.Template) error {
	p, err := readPlan(t)
	if err != nil {
		return err
	}
	found := checkAll(ctx, account, p)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	missed := false
	for _, f := range found {
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.state, f.check, f.text)
		missed = missed || f.state == stateMiss
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if missed {
		return errMiss
	}
	return nil
}

// plan is what a deployment needs of the account.
type plan struct {
	stack    string
	mailFrom string   // "" is no mail
	logRole  logRole  // of the gateway's logs
	reserved int      // functions at once that the stack reserves
	arns     []string // of resources that must be there, in the same region
}

// logRole says who makes the role for the gateway's logs.
type logRole int

const (
	logRoleNone    logRole = iota // the gateway does not log
	logRoleAccount                // the account must have one
	logRoleStack                  // the stack makes one
)

// readPlan reads a plan from the template.
func readPlan(t *template.Template) (plan, error) {
	functions, err := t.Functions()
	if err != nil {
		return plan{}, err
	}
	p := plan{stack: t.Stack, logRole: readLogRole(t)}
	for _, f := range functions {
		if from, ok := f.Environment["MAIL_FROM"].(string); ok {
			p.mailFrom = from
		}
		if n, ok := t.Resources[f.Name].Properties["ReservedConcurrentExecutions"].(float64); ok {
			p.reserved += int(n)
		}
	}
	for kind, property := range map[string]string{
		"AWS::ApiGateway::DomainName": "RegionalCertificateArn", "AWS::Lambda::EventSourceMapping": "EventSourceArn",
	} {
		for _, name := range t.OfType(kind) {
			if arn, ok := t.Resources[name].Properties[property].(string); ok { // a reference is a resource of the stack
				p.arns = append(p.arns, arn)
			}
		}
	}
	return p, nil
}

func readLogRole(t *template.Template) logRole {
	if len(t.OfType("AWS::ApiGateway::Account")) > 0 {
		return logRoleStack
	}
	for _, name := range t.OfType("AWS::ApiGateway::Stage") {
		if t.Resources[name].Properties["AccessLogSetting"] != nil {
			return logRoleAccount
		}
	}
	return logRoleNone
}

// place is the region and the account of an ARN.
func place(arn string) string {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) < 6 {
		return ""
	}
	return fmt.Sprintf("%s of %s", parts[3], parts[4])
}
