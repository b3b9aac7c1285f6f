package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	"github.com/aws/aws-sdk-go-v2/service/iam/types"

	"stint/functions"
	"stint/functions/access"
	"stint/shared/store/key"
)

// trial is one call that a function's role is asked about.
type trial struct {
	action    string
	partition key.Partition // "" for calls that name no partition
	allowed   bool
}

// trialsOf are calls that a function's role is allowed, and calls that it is refused:
// reading every kind of partition, and calls that no function may make.
func trialsOf(function string) []trial {
	table := access.TableOf(function)
	trials := []trial{{action: "dynamodb:Scan"}, {action: "dynamodb:DeleteTable"}, {action: "dynamodb:UpdateTable"}}
	for _, p := range key.Partitions() {
		allowed := slices.ContainsFunc(table.Reads, func(each key.Partition) bool { return each.Matches(keyOf(p)) })
		trials = append(trials, trial{"dynamodb:GetItem", p, allowed})
	}
	return trials
}

// keyOf is a partition key of a kind.
func keyOf(p key.Partition) string {
	return strings.NewReplacer("?", "0", "*", "0").Replace(string(p))
}

// checkRoles asks the policy simulator about the role of each function.
func checkRoles(ctx context.Context, run *smokeRun) (string, error) {
	all, err := run.cloud.resources(ctx, run.stack)
	if err != nil {
		return "", err
	}
	table, err := run.cloud.tableARN(ctx, all)
	if err != nil {
		return "", err
	}
	tried := 0
	var wrong []error
	for _, function := range functions.Names() {
		role, err := named(all, "AWS::IAM::Role", function+"Role")
		if err != nil {
			return "", err
		}
		trials := trialsOf(function)
		found, err := run.cloud.wrongTrials(ctx, role, table, trials)
		if err != nil {
			return "", err
		}
		tried += len(trials)
		for _, each := range found {
			wrong = append(wrong, fmt.Errorf("%s: %w", function, each))
		}
	}
	return fmt.Sprintf("%d calls", tried), errors.Join(wrong...)
}

// wrongTrials are the trials that a role is allowed otherwise than they say.
func (c *cloud) wrongTrials(ctx context.Context, role, table string, trials []trial) (wrong []error, err error) {
	got, err := c.roles.GetRole(ctx, &iam.GetRoleInput{RoleName: &role})
	if err != nil {
		return nil, err
	}
	for _, t := range trials {
		allowed, err := c.simulate(ctx, *got.Role.Arn, table, t)
		if err != nil {
			return nil, err
		}
		if allowed != t.allowed {
			wrong = append(wrong, fmt.Errorf("%s of %q is allowed: %t, want %t", t.action, t.partition, allowed, t.allowed))
		}
	}
	return wrong, nil
}

// tableARN is the ARN of the stack's table.
func (c *cloud) tableARN(ctx context.Context, all []resource) (string, error) {
	for _, r := range all {
		if r.kind != "AWS::DynamoDB::Table" && r.kind != "AWS::DynamoDB::GlobalTable" {
			continue
		}
		table, err := c.tables.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &r.physical})
		if err != nil {
			return "", err
		}
		return *table.Table.TableArn, nil
	}
	return "", errors.New("the stack has no table")
}

// simulate asks whether a role, by its ARN, may make a call.
func (c *cloud) simulate(ctx context.Context, role, table string, t trial) (bool, error) {
	in := &iam.SimulatePrincipalPolicyInput{PolicySourceArn: &role, ActionNames: []string{t.action},
		ResourceArns: []string{table}}
	if t.partition != "" {
		in.ContextEntries = []types.ContextEntry{{
			ContextKeyName: aws.String("dynamodb:LeadingKeys"), ContextKeyType: types.ContextKeyTypeEnumStringList,
			ContextKeyValues: []string{keyOf(t.partition)},
		}}
	}
	out, err := c.roles.SimulatePrincipalPolicy(ctx, in)
	if err != nil {
		return false, err
	}
	if len(out.EvaluationResults) != 1 {
		return false, fmt.Errorf("the simulator gave %d answers to one question", len(out.EvaluationResults))
	}
	return out.EvaluationResults[0].EvalDecision == types.PolicyEvaluationDecisionTypeAllowed, nil
}
