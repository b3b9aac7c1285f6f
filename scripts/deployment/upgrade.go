package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"stint/scripts/internal/command"
)

// upgrade compares two templates and says what CloudFormation would replace or remove, before anything is deployed. It
// looks up which change of a property replaces a resource in the database that comes with the CDK command line. A
// template is a file of cdk.out, or what aws cloudformation get-template prints. Errors: errData.
func upgrade(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("upgrade", flag.ExitOnError)
	database := flags.String("database", "node_modules/aws-cdk/db.json.gz",
		"what the CDK command line knows about resources")
	_ = flags.Parse(args) // ends the program on an error
	if flags.NArg() != 2 {
		return command.UsageError("usage: make upgrade-check OLD=template.json NEW=template.json")
	}
	kinds, err := readKinds(*database)
	if err != nil {
		return err
	}
	return compareFiles(os.Stdout, kinds, flags.Arg(0), flags.Arg(1))
}

// errData means that something with data would be replaced or removed.
var errData = errors.New("the update would replace or remove something that holds data: see the lines with DATA")

// compareFiles compares two templates and prints the differences. Errors: errData.
func compareFiles(out io.Writer, kinds map[string]kind, oldName, newName string) error {
	before, err := readTemplate(oldName)
	if err != nil {
		return err
	}
	after, err := readTemplate(newName)
	if err != nil {
		return err
	}
	found := compare(kinds, before, after)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	lost, changed := false, 0
	for _, d := range found {
		if d.what == changes {
			changed++
			continue
		}
		mark := ""
		if d.holdsData && d.what != adds {
			mark, lost = "DATA", true
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", d.what, mark, d.id, d.kind, d.why)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d of %d resources are changed in place\n", changed, len(after.Resources))
	if lost {
		return errData
	}
	return nil
}
