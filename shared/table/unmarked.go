package table

import (
	"context"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/problem"
)

// MaxBatchDelete is how many deletes one BatchWriteItem takes.
const MaxBatchDelete = 25

// DeleteAll deletes items without a condition, whether they exist or not. The
// deletes are no transaction: after an error some are done and some are not.
func (t *Table) DeleteAll(ctx context.Context, keys ...Key) error {
	for part := range slices.Chunk(DistinctKeys(keys), MaxBatchDelete) {
		if err := t.deleteBatch(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// deleteBatch deletes at most MaxBatchDelete items. It repeats the request for
// those that DynamoDB left unprocessed.
func (t *Table) deleteBatch(ctx context.Context, keys []Key) error {
	left := make([]types.WriteRequest, len(keys))
	for i, k := range keys {
		left[i].DeleteRequest = &types.DeleteRequest{Key: k.attributes()}
	}
	return repeat(ctx, maxBatchTries, func() (again bool, err error) {
		out, err := t.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{t.name: left},
		})
		if err != nil {
			return false, wrapDBError("batch delete", err)
		}
		if left = out.UnprocessedItems[t.name]; len(left) == 0 {
			return false, nil
		}
		return true, problem.Unavailable(fmt.Errorf("table: batch delete: %d items left unprocessed", len(left)))
	})
}

// UpdateReturning changes single attributes of one item and returns the whole
// item after the change. It sets no mark; ok is false when the condition does
// not hold. The zero condition always holds.
func (t *Table) UpdateReturning(ctx context.Context, k Key, update expression.UpdateBuilder,
	when expression.ConditionBuilder) (it Item, ok bool, err error) {
	builder := expression.NewBuilder().WithUpdate(update)
	if when.IsSet() {
		builder = builder.WithCondition(when)
	}
	e, err := builder.Build()
	if err != nil {
		return nil, false, err
	}
	out, err := t.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &t.name, Key: k.attributes(), ReturnValues: types.ReturnValueAllNew,
		UpdateExpression: e.Update(), ConditionExpression: e.Condition(),
		ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(),
	})
	if _, failed := conditionFailed(err); failed {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, wrapDBError("update", err)
	}
	return out.Attributes, true, nil
}
