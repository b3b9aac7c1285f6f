package main

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
)

// delete deletes the stack and waits until it is gone. Errors: there is none, or a
// resource could not be deleted.
func (s *localStack) delete(ctx context.Context, stack string) error {
	got, err := s.describe(ctx, stack)
	if err != nil {
		return err
	}
	if got == nil || got.StackStatus == types.StackStatusDeleteComplete {
		return fmt.Errorf("there is no stack %s", stack)
	}
	if _, err := s.stacks.DeleteStack(ctx, &cloudformation.DeleteStackInput{StackName: new(stack)}); err != nil {
		return fmt.Errorf("delete the stack: %w", err)
	}
	return poll(ctx, func() (bool, error) {
		got, err := s.describe(ctx, stack)
		switch {
		case err != nil:
			return false, err
		case got == nil || got.StackStatus == types.StackStatusDeleteComplete:
			return true, nil
		case got.StackStatus == types.StackStatusDeleteFailed:
			return false, fmt.Errorf("the stack is %s: %s (see the log of LocalStack)", got.StackStatus, aws.ToString(got.StackStatusReason))
		}
		return false, nil
	})
}
