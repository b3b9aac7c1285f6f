// Command deploycheck looks for what would make a deployment fail, or the deployed
// service lack something, before anything is deployed: credentials and region, CDK's
// bootstrap, an earlier deployment that failed, the account's role for the gateway's
// logs, the sender of mails, and the limit of functions at once. It reads the
// synthesised template and the AWS account of the environment, and changes nothing.
//
// It prints a table and exits with status 1 on a miss.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"stint/internal/template"
	"stint/scripts/internal/command"
)

func main() {
	path := flag.String("template", "", "path of the template; by default the only one in cdk.out")
	flag.Parse()
	command.Main("deploycheck", func(ctx context.Context) error {
		t, err := template.Open(*path, "cdk.out")
		if err != nil {
			return err
		}
		account, err := newAWSAccount(ctx)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, account, t)
	})
}

// errMiss means that a check found something that must be changed first.
var errMiss = errors.New("the deployment would fail or lack something: see the lines with miss")

// run does all checks and prints them. Errors: errMiss.
func run(ctx context.Context, out io.Writer, account account, t *template.Template) error {
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
