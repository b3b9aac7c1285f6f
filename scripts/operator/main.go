// Command operator is for those who run the service. "stint-operator help" shows its usage.
//
// It works on the table TABLE_NAME in AWS_REGION with the credentials of the
// environment. Without TABLE_NAME it works on the data of the home server: at -endpoint
// or DYNAMODB_ENDPOINT, or in the folder STINT_DATA while the home server is down. It
// needs no secret of the service.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"stint/scripts/internal/command"
	"stint/shared/store"
	"stint/shared/version"
)

const usage = `usage: stint-operator [-endpoint <url>] <command>

  account <id or address> [-address]     show an account; -address also shows its address
  account <id or address> disable        end all its access, until it is enabled
  account <id or address> enable         let it sign in again
  account <id or address> end-sessions   sign it out everywhere
  account <id or address> end-keys       end its API keys
  account <id or address> allow-workspaces | forbid-workspaces
                                         whether it may make workspaces, where WORKSPACES=operator

  workspace <address>                    list the workspaces of an account, also deleted ones
  workspace <id>                         show a workspace, also a deleted one
  workspace <id> restore                 restore a deleted workspace
  workspace <id> clear-networks          let its members come from all networks
  workspace <id> purge [-in-use]         purge it at once; -in-use: even if it is not deleted
  workspace <id> export [-from <table>] <new file>
                                         write its records, one JSON object a line
  workspace <id> bring-back -from <table>
                                         copy it back from a restored table after its purge

  registration                           show who may register
  queue list | queue retry <id>...       work that was given up
  version                                the version of this program

Set TABLE_NAME, AWS_REGION and AWS credentials. Without TABLE_NAME, it opens the data of
the home server in STINT_DATA (.stint), which must be down; -from is then a copy of that
folder. Exit status: 0 done, 1 refused or failed, 2 wrong usage.`

func main() {
	command.Main("stint-operator", func(ctx context.Context) error {
		endpoint := flag.String("endpoint", os.Getenv("DYNAMODB_ENDPOINT"), "URL of a running DynamoDB")
		flag.Usage = func() { fmt.Fprintln(os.Stderr, usage) }
		flag.Parse()
		if text, ok := aboutItself(flag.Args()); ok {
			_, err := fmt.Println(text)
			return err
		}
		if err := checkArguments(flag.Args()); err != nil {
			return err
		}
		opened, err := open(ctx, os.Getenv, *endpoint)
		if err != nil {
			return err
		}
		defer opened.close()
		o := operator{store: opened.store, openOther: opened.openOther, getenv: os.Getenv, out: os.Stdout}
		return o.run(ctx, flag.Args())
	})
}

// aboutItself is what the program says of itself, without any data; ok is false for another command.
func aboutItself(args []string) (text string, ok bool) {
	switch {
	case len(args) > 0 && args[0] == "help":
		return usage, true
	case len(args) == 1 && args[0] == "version":
		return "stint-operator " + version.Text(), true
	}
	return "", false
}

// operator runs one command.
type operator struct {
	store *store.Store
	// openOther opens a restored table, or at home a copy of the data. Its caller calls closeOther after use.
	openOther func(ctx context.Context, name string) (s *store.Store, closeOther func(), err error)
	getenv    func(string) string
	out       io.Writer
}

const errUsage = command.UsageError(usage)

// run runs the command of the arguments. Errors: errUsage.
func (o operator) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	switch topic, rest := args[0], args[1:]; {
	case topic == "account" && len(rest) > 0:
		return o.account(ctx, rest[0], rest[1:])
	case topic == "workspace" && len(rest) > 0:
		return o.workspace(ctx, rest[0], rest[1:])
	case topic == "registration" && len(rest) == 0:
		return o.registration(ctx)
	case topic == "queue":
		return runQueue(ctx, o.store, o.out, rest)
	default:
		return errUsage
	}
}
