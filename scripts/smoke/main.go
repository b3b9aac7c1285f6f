// Command smoke checks a deployed service from outside, as its users meet it:
//
//	go run ./scripts/smoke -url https://api.example.com
//
// It registers two users with throw-away addresses, tracks, submits and approves time, reads
// files, calls a webhook, provokes the refusals that the gateway and the service make, and
// deletes the accounts again. With -stack it also asks AWS about the stack: what each role may read, whether
// requests can be found in the logs, and whether costs can be assigned.
// It prints a table and fails if a check failed.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stint/scripts/internal/command"
)

// options of a run.
type options struct {
	url     string        // base address of the API, as PUBLIC_URL
	stack   string        // name of the CloudFormation stack; "" checks nothing by AWS's own API
	address string        // pattern of the throw-away addresses; {id} becomes a random text
	inbox   string        // address of the server with the inbox of a local service
	local   string        // the tool that runs the service instead of AWS: sam or localstack; "" is none
	webhook string        // address of a receiver of webhooks
	load    time.Duration // how long to send requests while an update is deployed; 0 for not
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "http://localhost:8080", "base address of the API")
	flag.StringVar(&o.stack, "stack", "", "name of the stack, to check roles, logs and tags with AWS credentials")
	flag.StringVar(&o.address, "address", "success+stint-{id}@simulator.amazonses.com",
		"addresses of the users who are registered and deleted again; {id} becomes a random text")
	flag.StringVar(&o.inbox, "inbox", "", "address of the server that shows the mails of a local service; by default "+
		"the API itself")
	flag.StringVar(&o.local, "local", "", "the tool that runs the service instead of AWS, sam or localstack: both "+
		"lack the gateway's limit of bodies")
	flag.StringVar(&o.webhook, "webhook", unknownReceiver,
		"address that gets the test event of a webhook; that of the default has no server")
	flag.DurationVar(&o.load, "load", 0, "how long to send requests, to deploy an update in that time")
	flag.Parse()
	command.Main("smoke", func(ctx context.Context) error { return run(ctx, os.Stdout, o) })
}

// run runs all checks. Errors: some failed.
func run(ctx context.Context, out io.Writer, o options) error {
	o.url = strings.TrimSuffix(o.url, "/")
	o.inbox = strings.TrimSuffix(cmp.Or(o.inbox, o.url), "/")
	run := &smokeRun{options: o, service: newService(o.url)}
	checks := allChecks(o)
	if o.stack != "" {
		cloud, err := newCloud(ctx)
		if err != nil {
			return err
		}
		run.cloud = cloud
	}
	if failed := runChecks(ctx, out, run, checks); failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(checks))
	}
	return nil
}

// allChecks are the checks of a run, in order. Cleaning up comes last.
func allChecks(o options) []check {
	checks := append(wireChecks(), tourChecks()...)
	if o.load > 0 {
		checks = append(checks, check{"no request fails during an update", checkLoad})
	}
	checks = append(checks, check{"guesses are limited", checkGuesses})
	if o.stack != "" {
		checks = append(checks, cloudChecks()...)
	}
	return append(checks, check{"the accounts are deleted again", deleteAccounts})
}

// check is one statement about a service.
type check struct {
	name string
	run  func(ctx context.Context, run *smokeRun) (note string, err error)
}

// smokeRun is what the checks of a run share.
type smokeRun struct {
	options
	service       *service
	cloud         *cloud // nil without a stack
	owner, member *testAccount
	submissionID  string // of the timesheet that was submitted
	correlationID string // of the last request that do sent
}

// errNotTried is the error of a check that does not apply to this service.
var errNotTried = errors.New("not tried")

// checkTimeout bounds one check. The time of -load is added to every check.
const checkTimeout = 2 * time.Minute

// runChecks runs all checks, prints a line for each, and returns the number that failed.
// A check runs also after one before it has failed.
func runChecks(ctx context.Context, out io.Writer, run *smokeRun, checks []check) (failed int) {
	for _, c := range checks {
		state, note := runCheck(ctx, run, c)
		if state == "FAILED" {
			failed++
		}
		fmt.Fprintf(out, "%-9s  %-48s  %s\n", state, c.name, note)
	}
	return failed
}

func runCheck(ctx context.Context, run *smokeRun, c check) (state, note string) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout+run.load)
	defer cancel()
	note, err := c.run(ctx, run)
	switch {
	case errors.Is(err, errNotTried):
		return "not tried", note
	case err != nil:
		return "FAILED", err.Error()
	}
	return "ok", note
}
