package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
	"github.com/aws/smithy-go"
)

// Waiting for LocalStack: it makes some 350 resources in a minute or two.
const (
	deployTimeout = 15 * time.Minute
	pollInterval  = 300 * time.Millisecond
)

// output is what a stack tells.
type output struct{ name, value string }

// deploy makes the stack of the template at an address, or changes it, by a
// change set. A stack that is as it should be is left alone.
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
		return nil, fmt.Errorf("make a change set: %w", err)
	}
	changed, err := s.waitForChangeSet(ctx, stack, set)
	if err != nil {
		return nil, err
	}
	if changed {
		if _, err := s.stacks.ExecuteChangeSet(ctx, &cloudformation.ExecuteChangeSetInput{StackName: new(stack), ChangeSetName: new(set)}); err != nil {
			return nil, fmt.Errorf("execute the change set: %w", err)
		}
	}
	return s.waitForStack(ctx, stack)
}

// changeSetType tells a new stack from one that is there. One whose
// making failed cannot be changed.
func (s *localStack) changeSetType(ctx context.Context, stack string) (types.ChangeSetType, error) {
	got, err := s.describe(ctx, stack)
	var refused smithy.APIError
	switch {
	case errors.As(err, &refused) && strings.Contains(refused.ErrorMessage(), "does not exist"), err == nil && got == nil:
		return types.ChangeSetTypeCreate, nil
	case err != nil:
		return "", err
	}
	switch got.StackStatus {
	case types.StackStatusReviewInProgress, types.StackStatusDeleteComplete:
		return types.ChangeSetTypeCreate, nil
	case types.StackStatusCreateFailed, types.StackStatusRollbackComplete, types.StackStatusRollbackFailed:
		return "", fmt.Errorf("the stack %s is left from a deployment that failed: restart LocalStack, which forgets it", stack)
	}
	return types.ChangeSetTypeUpdate, nil
}

// describe gives the stack, nil when there is none.
func (s *localStack) describe(ctx context.Context, stack string) (*types.Stack, error) {
	out, err := s.stacks.DescribeStacks(ctx, &cloudformation.DescribeStacksInput{StackName: new(stack)})
	if err != nil {
		return nil, fmt.Errorf("look at the stack: %w", err)
	}
	if len(out.Stacks) == 0 {
		return nil, nil
	}
	return &out.Stacks[0], nil
}

// waitForChangeSet waits for a change set; false is one without changes.
func (s *localStack) waitForChangeSet(ctx context.Context, stack, set string) (changed bool, err error) {
	err = poll(ctx, func() (bool, error) {
		out, err := s.stacks.DescribeChangeSet(ctx, &cloudformation.DescribeChangeSetInput{StackName: new(stack), ChangeSetName: new(set)})
		if err != nil {
			return false, fmt.Errorf("look at the change set: %w", err)
		}
		reason := stringOrEmpty(out.StatusReason)
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

// waitForStack waits for the stack and gives what it tells.
func (s *localStack) waitForStack(ctx context.Context, stack string) (outputs []output, err error) {
	err = poll(ctx, func() (bool, error) {
		got, err := s.describe(ctx, stack)
		if err != nil || got == nil {
			return false, err
		}
		switch status := string(got.StackStatus); {
		case strings.Contains(status, "FAILED"), strings.Contains(status, "ROLLBACK"):
			return false, fmt.Errorf("the stack is %s: %s (see the log of LocalStack)", status, stringOrEmpty(got.StackStatusReason))
		case !strings.HasSuffix(status, "_COMPLETE"):
			return false, nil
		}
		for _, o := range got.Outputs {
			outputs = append(outputs, output{stringOrEmpty(o.OutputKey), stringOrEmpty(o.OutputValue)})
		}
		return true, nil
	})
	return outputs, err
}

// poll looks again and again, at once at first.
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

func stringOrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
