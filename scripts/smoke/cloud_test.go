package main

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	cloudformationtypes "github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	logtypes "github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamodbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	iamtypes "github.com/aws/aws-sdk-go-v2/service/iam/types"

	"stint/functions"
	"stint/functions/access"
)

// account is an AWS account with the stack. Its zero value is as it should be.
type account struct {
	wideRole string // function whose role may do everything
	line     string // what the logs contain
	untagged bool
}

func (a account) ListStackResources(context.Context, *cloudformation.ListStackResourcesInput,
	...func(*cloudformation.Options)) (*cloudformation.ListStackResourcesOutput, error) {
	all := []cloudformationtypes.StackResourceSummary{summary("AWS::DynamoDB::Table", "Table12345678", "stint-live")}
	for _, name := range functions.Names() {
		logical := strings.ToUpper(name[:1]) + name[1:]
		all = append(all, summary("AWS::IAM::Role", logical+"Role12345678", name),
			summary("AWS::Logs::LogGroup", logical+"Logs12345678", name))
	}
	return &cloudformation.ListStackResourcesOutput{StackResourceSummaries: all}, nil
}

func summary(kind, logical, physical string) cloudformationtypes.StackResourceSummary {
	return cloudformationtypes.StackResourceSummary{ResourceType: &kind, LogicalResourceId: &logical,
		PhysicalResourceId: &physical}
}

func (a account) GetRole(_ context.Context, in *iam.GetRoleInput, _ ...func(*iam.Options)) (*iam.GetRoleOutput, error) {
	return &iam.GetRoleOutput{Role: &iamtypes.Role{Arn: aws.String("arn:aws:iam::0:role/" + *in.RoleName)}}, nil
}

// SimulatePrincipalPolicy decides as the policies that are made from the table access.
func (a account) SimulatePrincipalPolicy(_ context.Context, in *iam.SimulatePrincipalPolicyInput,
	_ ...func(*iam.Options)) (*iam.SimulatePrincipalPolicyOutput, error) {
	_, function, _ := strings.Cut(*in.PolicySourceArn, "/")
	allowed := function == a.wideRole
	if len(in.ContextEntries) > 0 && in.ActionNames[0] == "dynamodb:GetItem" {
		key := in.ContextEntries[0].ContextKeyValues[0]
		for _, p := range access.TableOf(function).Reads {
			allowed = allowed || p.Matches(key)
		}
	}
	decision := iamtypes.PolicyEvaluationDecisionTypeImplicitDeny
	if allowed {
		decision = iamtypes.PolicyEvaluationDecisionTypeAllowed
	}
	return &iam.SimulatePrincipalPolicyOutput{EvaluationResults: []iamtypes.EvaluationResult{{EvalDecision: decision}}},
		nil
}

func (a account) FilterLogEvents(_ context.Context, in *cloudwatchlogs.FilterLogEventsInput,
	_ ...func(*cloudwatchlogs.Options)) (*cloudwatchlogs.FilterLogEventsOutput, error) {
	out := new(cloudwatchlogs.FilterLogEventsOutput)
	if *in.LogGroupName == "timers" && *in.FilterPattern == `"`+a.line+`"` {
		out.Events = []logtypes.FilteredLogEvent{{}}
	}
	return out, nil
}

func (a account) DescribeTable(context.Context, *dynamodb.DescribeTableInput,
	...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	return &dynamodb.DescribeTableOutput{Table: &dynamodbtypes.TableDescription{
		TableArn: aws.String("arn:aws:dynamodb:::table/stint-live")}}, nil
}

func (a account) ListTagsOfResource(context.Context, *dynamodb.ListTagsOfResourceInput,
	...func(*dynamodb.Options)) (*dynamodb.ListTagsOfResourceOutput, error) {
	if a.untagged {
		return new(dynamodb.ListTagsOfResourceOutput), nil
	}
	tag := func(key, value string) dynamodbtypes.Tag { return dynamodbtypes.Tag{Key: &key, Value: &value} }
	return &dynamodb.ListTagsOfResourceOutput{Tags: []dynamodbtypes.Tag{tag("app", "stint"), tag("stage", "live")}}, nil
}

func visitOf(a account) *smokeRun {
	return &smokeRun{options: options{stack: "Stint-live"}, correlationID: "smoke-1",
		cloud: &cloud{stacks: a, roles: a, logs: a, tables: a}}
}

func TestAStackAsItShouldBePasses(t *testing.T) {
	t.Parallel()
	for _, c := range cloudChecks() {
		if state, note := runCheck(t.Context(), visitOf(account{line: "smoke-1"}), c); state != "ok" {
			t.Errorf("%s: %s %s", c.name, state, note)
		}
	}
}

func TestARoleThatMayDoMoreIsFound(t *testing.T) {
	t.Parallel()
	_, err := checkRoles(t.Context(), visitOf(account{wideRole: "tags"}))
	if err == nil || !strings.Contains(err.Error(), "tags: dynamodb:Scan") || strings.Contains(err.Error(), "timers:") {
		t.Errorf("error %v", err)
	}
}

func TestAMissingLineAndMissingTagsAreFound(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if _, err := checkLogs(ctx, visitOf(account{})); err == nil {
		t.Error("a request without a line in the log passes")
	}
	if _, err := checkTags(t.Context(), visitOf(account{untagged: true})); err == nil {
		t.Error("a table without tags passes")
	}
}

// Every function has a call that it may make and one that it may not, so that the trials
// tell a role without rights from one with all of them.
func TestTrialsHaveBothSides(t *testing.T) {
	t.Parallel()
	for _, function := range functions.Names() {
		allowed := 0
		trials := trialsOf(function)
		for _, trial := range trials {
			if trial.allowed {
				allowed++
			}
		}
		if allowed == 0 || allowed == len(trials) {
			t.Errorf("%s: %d of %d trials are allowed", function, allowed, len(trials))
		}
	}
}
