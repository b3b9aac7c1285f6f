package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/smithy-go"

	"stint/shared/mail"
)

// state of a finding.
type state string

const (
	stateOK   state = "ok"
	stateNote state = "note" // nothing fails, but someone should know
	stateMiss state = "miss" // must be changed before the deployment
)

// finding is what a check found, in words for the person who deploys.
type finding struct {
	state state
	check string
	text  string
}

// checks are all checks but those of the credentials and the region, which the others
// need.
var checks = []struct {
	name string
	find func(context.Context, account, plan) (state, string, error)
}{
	{"bootstrap", checkBootstrap},
	{"stack", checkStack},
	{"earlier tables", checkTables},
	{"role for logs", checkLogRole},
	{"functions at once", checkConcurrency},
	{"mail", checkMail},
}

// checkAll does all checks. Without credentials or a region it does no others.
func checkAll(ctx context.Context, a account, p plan) []finding {
	if a.Region() == "" {
		return []finding{{stateMiss, "region", "no region: set AWS_REGION"}}
	}
	id, err := a.ID(ctx)
	if err != nil {
		return []finding{{stateMiss, "credentials", "AWS refuses them in " + a.Region() + ", or it is out of reach: " +
			err.Error()}}
	}
	all := []finding{{stateOK, "credentials", "account " + id}, checkPlace(p, a.Region(), id)}
	for _, c := range checks {
		state, text, err := c.find(ctx, a, p)
		if err != nil {
			state, text = explain(err)
		}
		all = append(all, finding{state, c.name, text})
	}
	return all
}

// explain makes a finding of a failed call. Credentials that may not read something may
// still be allowed to deploy.
func explain(err error) (state, string) {
	var refused smithy.APIError
	if errors.As(err, &refused) && strings.HasPrefix(refused.ErrorCode(), "AccessDenied") {
		return stateNote, "not checked, because the credentials may not read it: " + refused.ErrorMessage()
	}
	return stateMiss, err.Error()
}

// checkPlace compares the region and account with those of the ARNs in the settings.
func checkPlace(p plan, region, id string) finding {
	want := fmt.Sprintf("%s of %s", region, id)
	for _, arn := range p.arns {
		if place(arn) != want {
			return finding{stateMiss, "region", fmt.Sprintf("the deployment goes to %s, and %s is elsewhere", want, arn)}
		}
	}
	return finding{stateOK, "region", region}
}

// The stack of CDK's bootstrap, and the version that templates need.
const (
	bootstrapStack   = "CDKToolkit"
	bootstrapVersion = 6
)

func checkBootstrap(ctx context.Context, a account, _ plan) (state, string, error) {
	s, err := a.Stack(ctx, bootstrapStack)
	if err != nil {
		return "", "", err
	}
	version, _ := strconv.Atoi(s.outputs["BootstrapVersion"])
	switch {
	case s.status == "":
		return stateMiss, "CDK is not set up in this account and region: make tools && node_modules/.bin/cdk bootstrap", nil
	case !strings.HasSuffix(s.status, "_COMPLETE") || version < bootstrapVersion:
		return stateMiss, fmt.Sprintf("%s is %s with version %d, want %d or more: node_modules/.bin/cdk bootstrap",
			bootstrapStack, s.status, version, bootstrapVersion), nil
	}
	return stateOK, fmt.Sprintf("version %d", version), nil
}

func checkStack(ctx context.Context, a account, p plan) (state, string, error) {
	s, err := a.Stack(ctx, p.stack)
	switch status := s.status; {
	case err != nil:
		return "", "", err
	case status == "", status == "DELETE_COMPLETE", status == "REVIEW_IN_PROGRESS":
		return stateOK, p.stack + " will be made", nil
	case status == "ROLLBACK_COMPLETE":
		return stateNote, p.stack + " is left from a first deployment that failed; make deploy deletes it and makes it again",
			nil
	case strings.HasSuffix(status, "_IN_PROGRESS"):
		return stateMiss, p.stack + " is " + status + ": wait until that ends", nil
	case strings.HasSuffix(status, "_FAILED"):
		return stateMiss, p.stack + " is " + status + ": see docs/running.md, a deployment that failed", nil
	default:
		return stateOK, p.stack + " will be changed, it is " + status, nil
	}
}

// checkTables finds tables of the stage that the stack does not have: of a stage that was
// taken down, or of a first deployment that failed.
func checkTables(ctx context.Context, a account, p plan) (state, string, error) {
	tables, err := a.Tables(ctx)
	if err != nil {
		return "", "", err
	}
	s, err := a.Stack(ctx, p.stack)
	if err != nil {
		return "", "", err
	}
	used := s.outputs["TableName"]
	var earlier []string
	for _, name := range tables {
		if strings.HasPrefix(name, p.stack+"-Table") && name != used {
			earlier = append(earlier, name)
		}
	}
	if len(earlier) > 0 {
		return stateNote, "the stack does not use " + strings.Join(earlier, ", ") +
			": see docs/running.md, a deployment that failed", nil
	}
	return stateOK, "none", nil
}

func checkLogRole(ctx context.Context, a account, p plan) (state, string, error) {
	if p.logRole == logRoleNone {
		return stateOK, "not needed, because accessLogs is false", nil
	}
	arn, err := a.LogRole(ctx)
	if err != nil {
		return "", "", err
	}
	_, name, _ := strings.Cut(arn, ":role/")
	own := strings.HasPrefix(name, p.stack+"-GatewayLogsRole")
	switch {
	case p.logRole == logRoleAccount && arn == "":
		return stateMiss, "API Gateway has no role for logs in this account and region: set accessLogRole=stack, or " +
			"accessLogs=false", nil
	case p.logRole == logRoleStack && arn != "" && !own:
		return stateMiss, "this stack would replace " + arn + ": set accessLogRole=account", nil
	case arn == "":
		return stateOK, "this stack makes it", nil
	}
	return stateOK, arn, nil
}

const (
	// leastConcurrency is how many functions at once a stage needs, so that a few people
	// who open a page at the same moment get no 503. New accounts have 10.
	leastConcurrency = 50
	// unreserved is how many of them AWS wants to be left for functions without a
	// reservation.
	unreserved = 100
)

func checkConcurrency(ctx context.Context, a account, p plan) (state, string, error) {
	limit, err := a.Concurrency(ctx)
	const remedy = ": ask for more in Service Quotas, Concurrent executions"
	switch {
	case err != nil:
		return "", "", err
	case limit < leastConcurrency:
		return stateMiss, fmt.Sprintf("the account may run %d, want %d or more%s", limit, leastConcurrency, remedy), nil
	case p.reserved > 0 && p.reserved+unreserved > limit:
		return stateMiss, fmt.Sprintf("the settings reserve %d, and AWS wants %d unreserved; the account may run %d%s",
			p.reserved, unreserved, limit, remedy), nil
	}
	return stateOK, fmt.Sprintf("the account may run %d, this stack reserves %d", limit, p.reserved), nil
}

func checkMail(ctx context.Context, a account, p plan) (state, string, error) {
	if p.mailFrom == "" {
		return stateNote, "without mailFrom, mails wait and are given up after three days", nil
	}
	s, err := a.Sending(ctx)
	if err != nil {
		return "", "", err
	}
	identity, err := verifiedIdentity(ctx, a, p.mailFrom)
	switch {
	case err != nil:
		return "", "", err
	case identity == "":
		return stateMiss, "SES has verified none of " + strings.Join(mail.Identities(p.mailFrom), ", ") + " in this region",
			nil
	case !s.on:
		return stateMiss, "sending is paused for this account: see the SES console", nil
	case !s.toEvery:
		return stateNote, "SES is in its sandbox and sends to verified addresses only: ask for production access", nil
	}
	return stateOK, "SES has verified " + identity, nil
}

// verifiedIdentity is the first identity of a sender that SES has verified; "" is none.
func verifiedIdentity(ctx context.Context, a account, sender string) (string, error) {
	for _, identity := range mail.Identities(sender) {
		if ok, err := a.Verified(ctx, identity); ok || err != nil {
			return identity, err
		}
	}
	return "", nil
}
