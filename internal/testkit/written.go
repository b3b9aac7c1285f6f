package testkit

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// item is an item of a table, or its key.
type item = map[string]types.AttributeValue

// Written are the items that a call puts, and the keys of those that it changes, deletes or checks. It
// is empty for a call that reads.
func Written(input any) (all []map[string]types.AttributeValue) {
	switch in := input.(type) {
	case *dynamodb.PutItemInput:
		return []item{in.Item}
	case *dynamodb.UpdateItemInput:
		return []item{in.Key}
	case *dynamodb.DeleteItemInput:
		return []item{in.Key}
	case *dynamodb.BatchWriteItemInput:
		for _, requests := range in.RequestItems {
			for _, request := range requests {
				all = append(all, putOrDeleted(request))
			}
		}
	case *dynamodb.TransactWriteItemsInput:
		for _, action := range in.TransactItems {
			all = append(all, target(action))
		}
	}
	return all
}

func putOrDeleted(r types.WriteRequest) item {
	if r.PutRequest != nil {
		return r.PutRequest.Item
	}
	return r.DeleteRequest.Key
}

func target(action types.TransactWriteItem) item {
	switch {
	case action.Put != nil:
		return action.Put.Item
	case action.Update != nil:
		return action.Update.Key
	case action.Delete != nil:
		return action.Delete.Key
	}
	return action.ConditionCheck.Key
}

// writeRecorder tells the copies of tables what the clients of the tests write.
type writeRecorder struct{}

func recordWrites(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(writeRecorder{}, middleware.Before)
	})
}

// ID implements middleware.InitializeMiddleware.
func (writeRecorder) ID() string { return "testkit.writeRecorder" }

// HandleInitialize implements middleware.InitializeMiddleware.
func (writeRecorder) HandleInitialize(ctx context.Context, in middleware.InitializeInput,
	next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	written := Written(in.Parameters)
	if gone, ok := in.Parameters.(*dynamodb.DeleteTableInput); ok {
		copies.Delete(aws.ToString(gone.TableName))
	}
	if len(written) == 0 {
		return next.HandleInitialize(ctx, in)
	}
	kept := copyOf(tableOf(in.Parameters))
	kept.begin(written)
	out, metadata, err = next.HandleInitialize(ctx, in)
	if ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
		kept.end(written)
	}
	return out, metadata, err
}
