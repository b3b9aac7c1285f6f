package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
	"github.com/aws/smithy-go"
)

// LocalStack makes about 110 resources in three minutes, or more on a busy machine.
const (
	deployTimeout = 15 * time.Minute
	pollInterval  = 300 * time.Millisecond
)

// output is an output of a stack.
type output struct{ name, value string }

// deploy creates or updates the stack from the template at a URL, by a change set. It
// does not execute a change set without changes.
func (s *localStack) deploy(ctx context.Context, stack, address string) ([]output, error) {
	kind, err := s.changeSetType(ctx, stack)
	if err != nil {
		return nil, err
	}
	set := fmt.Sprintf("stint-%d", time.Now().UnixNano())
	_, err = s.stacks.CreateChangeSet(ctx, &cloudformation.CreateChangeSetInput{
		StackName: new(stack), ChangeSetName: new(set), ChangeSetType: kind, TemplateURL: new(address),
		Capabilities: []types.Capability{types.CapabilityCapabilityIam, types.CapabilityCapabilityNamedIam},
	})
	if err != nil {
		return nil, fmt.Errorf("create a change set: %w", err)
	}
	changed, err := s.waitForChangeSet(ctx, stack, set)
	if err != nil {
		return nil, err
	}
	if changed {
		if _, err := s.stacks.ExecuteChangeSet(ctx, &cloudformation.ExecuteChangeSetInput{StackName: new(stack),
			ChangeSetName: new(set)}); err != nil {
			return nil, fmt.Errorf("execute the change set: %w", err)
		}
	}
	return s.waitForStack(ctx, stack)
}

// changeSetType reports whether the stack must be created or updated. A stack whose
// creation failed can be neither.
func (s *localStack) changeSetType(ctx context.Context, stack string) (types.ChangeSetType, error) {
	got, err := s.describe(ctx, stack)
	if err != nil {
		return "", err
	}
	if got == nil {
		return types.ChangeSetTypeCreate, nil
	}
	switch got.StackStatus {
	case types.StackStatusReviewInProgress, types.StackStatusDeleteComplete:
		return types.ChangeSetTypeCreate, nil
	case types.StackStatusCreateFailed, types.StackStatusRollbackComplete, types.StackStatusRollbackFailed:
		return "", fmt.Errorf("the stack %s is left from a deployment that failed: restart LocalStack, which forgets it",
			stack)
	}
	return types.ChangeSetTypeUpdate, nil
}

// describe returns the stack, or nil when there is none.
func (s *localStack) describe(ctx context.Context, stack string) (*types.Stack, error) {
	out, err := s.stacks.DescribeStacks(ctx, &cloudformation.DescribeStacksInput{StackName: new(stack)})
	var refused smithy.APIError
	if errors.As(err, &refused) && strings.Contains(refused.ErrorMessage(), "does not exist") {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("describe the stack: %w", err)
	}
	if len(out.Stacks) == 0 {
		return nil, nil
	}
	return &out.Stacks[0], nil
}

// waitForChangeSet waits until a change set is ready and reports whether it has
// changes.
func (s *localStack) waitForChangeSet(ctx context.Context, stack, set string) (changed bool, err error) {
	err = poll(ctx, func() (bool, error) {
		out, err := s.stacks.DescribeChangeSet(ctx, &cloudformation.DescribeChangeSetInput{
			StackName: new(stack), ChangeSetName: new(set)})
		if err != nil {
			return false, fmt.Errorf("describe the change set: %w", err)
		}
		reason := aws.ToString(out.StatusReason)
		switch out.Status {
		case types.ChangeSetStatusCreateComplete:
			changed = true
			return true, nil
		case types.ChangeSetStatusFailed:
			if strings.Contains(reason, "didn't contain changes") || strings.Contains(reason, "No updates") {
				return true, nil
			}
			return false, fmt.Errorf("the change set failed: %s", reason)
		}
		return false, nil
	})
	return changed, err
}

// waitForStack waits until the stack is deployed and returns its outputs.
func (s *localStack) waitForStack(ctx context.Context, stack string) (outputs []output, err error) {
	err = poll(ctx, func() (bool, error) {
		got, err := s.describe(ctx, stack)
		if err != nil || got == nil {
			return false, err
		}
		switch status := string(got.StackStatus); {
		case strings.Contains(status, "FAILED"), strings.Contains(status, "ROLLBACK"):
			return false, fmt.Errorf("the stack is %s: %s (see the log of LocalStack)", status,
				aws.ToString(got.StackStatusReason))
		case !strings.HasSuffix(status, "_COMPLETE"):
			return false, nil
		}
		for _, o := range got.Outputs {
			outputs = append(outputs, output{aws.ToString(o.OutputKey), aws.ToString(o.OutputValue)})
		}
		return true, nil
	})
	return outputs, err
}

// poll calls done until it returns true or an error, the first time at once.
func poll(ctx context.Context, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, deployTimeout)
	defer cancel()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return fmt.Errorf("LocalStack takes too long: %w", ctx.Err())
		}
	}
}
