package homedata

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"stint/shared/dynamo"
)

// NewClient returns a client of an engine with the home server's data. If the engine commits late
// (engine.CommitsLate), each transaction is on disk when the call returns. Errors: those of
// dynamo.NewClient.
func NewClient(ctx context.Context, o dynamo.Options, table string, commitsLate bool,
	optFns ...func(*dynamodb.Options)) (*dynamodb.Client, error) {
	client, err := dynamo.NewClient(ctx, o, optFns...)
	if err != nil || !commitsLate {
		return client, err
	}
	return dynamo.NewClient(ctx, o, append(slices.Clone(optFns), awaitCommits{client, table}.attach)...)
}

// awaitCommits makes a client for DynamoDB Local wait until a transaction is on disk. That engine
// answers before, but works in one order: a read that begins after the answer ends after the commit.
type awaitCommits struct {
	reader *dynamodb.Client
	table  string
}

// attach adds the wait to a client.
func (a awaitCommits) attach(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(a, middleware.Before)
	})
}

// ID implements middleware.InitializeMiddleware.
func (awaitCommits) ID() string { return "AwaitCommits" }

// HandleInitialize implements middleware.InitializeMiddleware.
func (a awaitCommits) HandleInitialize(ctx context.Context, in middleware.InitializeInput,
	next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	out, metadata, err = next.HandleInitialize(ctx, in)
	if err != nil || middleware.GetOperationName(ctx) != "TransactWriteItems" {
		return out, metadata, err
	}
	none := &types.AttributeValueMemberS{Value: "none"}
	_, err = a.reader.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(a.table), ConsistentRead: aws.Bool(true),
		Key: map[string]types.AttributeValue{dynamo.AttrPK: none, dynamo.AttrSK: none},
	})
	return out, metadata, err
}
