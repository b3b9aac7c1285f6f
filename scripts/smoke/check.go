package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// check is one statement about a service.
type check struct {
	name string
	run  func(ctx context.Context, v *smokeRun) (note string, err error)
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
func runChecks(ctx context.Context, out io.Writer, v *smokeRun, checks []check) (failed int) {
	for _, c := range checks {
		state, note := runCheck(ctx, v, c)
		if state == "FAILED" {
			failed++
		}
		fmt.Fprintf(out, "%-9s  %-48s  %s\n", state, c.name, note)
	}
	return failed
}

func runCheck(ctx context.Context, v *smokeRun, c check) (state, note string) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout+v.load)
	defer cancel()
	note, err := c.run(ctx, v)
	switch {
	case errors.Is(err, errNotTried):
		return "not tried", note
	case err != nil:
		return "FAILED", err.Error()
	}
	return "ok", note
}
