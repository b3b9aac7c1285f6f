// Command upgradecheck compares two templates and says what CloudFormation would replace or remove,
// before anything is deployed. It looks up which change of a property replaces a resource in the
// database that comes with the CDK command line.
//
//	upgradecheck <old template> <new template>
//
// A template is a file of cdk.out, or what aws cloudformation get-template prints. The exit status is
// 1 if something with data would be replaced or removed.
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

func main() {
	database := flag.String("database", "node_modules/aws-cdk/db.json.gz",
		"what the CDK command line knows about resources")
	flag.Parse()
	command.Main("upgradecheck", func(context.Context) error {
		if flag.NArg() != 2 {
			return command.UsageError("usage: make upgrade-check OLD=template.json NEW=template.json")
		}
		kinds, err := readKinds(*database)
		if err != nil {
			return err
		}
		return run(os.Stdout, kinds, flag.Arg(0), flag.Arg(1))
	})
}

// errData means that something with data would be replaced or removed.
var errData = errors.New("the update would replace or remove something that holds data: see the lines with DATA")

// run compares two templates and prints the differences. Errors: errData.
func run(out io.Writer, kinds map[string]kind, oldName, newName string) error {
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
