// Package awsrules checks requests against the rules that DynamoDB documents. The embedded engine of
// the tests accepts several requests that AWS refuses. The test kit therefore checks every request of
// the code under test with this package, so that a test fails where a deployment would.
//
// The rules are those of the pages "Quotas in Amazon DynamoDB", "Constraints" and "Expressions" of
// DynamoDB's developer guide, and of its API reference. One rule is stricter: an attribute in an
// expression that is no key of the table is named by a placeholder, so that no list of reserved words
// is needed.
package awsrules

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
)

const middlewareID = "awsrules"

// Detach is an option of a client that Attach is an option of, for tests of what an engine refuses.
func Detach(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		_, err := stack.Initialize.Remove(middlewareID)
		return err
	})
}

// Attach returns an option of a client that refuses what AWS refuses, as AWS does, and reports it.
// The report comes before the request is sent, so the engine never gets it.
func Attach(report func(error)) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
			return stack.Initialize.Add(middleware.InitializeMiddlewareFunc(middlewareID,
				func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
					middleware.InitializeOutput, middleware.Metadata, error,
				) {
					if err := Check(in.Parameters); err != nil {
						report(fmt.Errorf("AWS refuses this %s: %w", middleware.GetOperationName(ctx), err))
						return middleware.InitializeOutput{}, middleware.Metadata{},
							&smithy.GenericAPIError{Code: "ValidationException", Message: err.Error()}
					}
					return next.HandleInitialize(ctx, in)
				}), middleware.After)
		})
	}
}

// Check returns why AWS refuses an input of one of the operations that the service uses, or nil.
func Check(input any) error {
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		e := expressions{names: in.ExpressionAttributeNames}
		return first(checkKey(in.Key), e.projection(in.ProjectionExpression), e.unused())
	case *dynamodb.PutItemInput:
		e := expressions{names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		return first(checkItem(in.Item), e.condition(in.ConditionExpression), e.unused())
	case *dynamodb.UpdateItemInput:
		e := expressions{names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		return first(checkKey(in.Key), e.update(in.UpdateExpression), e.condition(in.ConditionExpression), e.unused())
	case *dynamodb.DeleteItemInput:
		e := expressions{names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		return first(checkKey(in.Key), e.condition(in.ConditionExpression), e.unused())
	case *dynamodb.QueryInput:
		return checkQuery(in)
	case *dynamodb.BatchGetItemInput:
		return checkBatchGet(in)
	case *dynamodb.BatchWriteItemInput:
		return checkBatchWrite(in)
	case *dynamodb.TransactWriteItemsInput:
		return checkTransaction(in)
	}
	return nil
}

type item = map[string]types.AttributeValue

// first returns the first error.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
