package table

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/problem"
)

// maxTransactTries bounds the tries of a transaction that met another one on one
// of its items.
const maxTransactTries = 6

// transact carries out all actions or none. The SDK does not repeat a cancelled
// transaction, so this does after a conflict or a throttle.
func (t *Table) transact(ctx context.Context, actions []Action, mark string, bound func(*dynamodb.Options)) error {
	if len(actions) > MaxActions {
		return fmt.Errorf("table: %d actions do not fit a transaction", len(actions))
	}
	writes := make([]types.TransactWriteItem, len(actions))
	for i, a := range actions {
		write, err := t.transactWriteItem(a, mark)
		if err != nil {
			return err
		}
		writes[i] = write
	}
	input := &dynamodb.TransactWriteItemsInput{TransactItems: writes, ClientRequestToken: aws.String(mark)}
	return repeat(ctx, maxTransactTries, func() (again bool, err error) {
		_, err = t.client.TransactWriteItems(ctx, input, bound)
		if err == nil {
			return false, nil
		}
		again, failure := readCancellation(actions, err, mark)
		if again {
			return true, problem.Unavailable(fmt.Errorf("table: transaction: %w", err))
		}
		return false, failure
	})
}

// readCancellation reads why a transaction was cancelled, action by action: a
// failed condition is final, a conflict or a throttle may pass.
func readCancellation(actions []Action, err error, mark string) (again bool, failure error) {
	var running *types.TransactionInProgressException
	if errors.As(err, &running) {
		return true, nil
	}
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return false, wrapDBError("transaction", err)
	}
	failed, ownWrites := false, 0
	for i, reason := range cancelled.CancellationReasons {
		switch aws.ToString(reason.Code) {
		case "None", "":
		case "ConditionalCheckFailed":
			failed = true
			v := actions[i].conditionError(reason.Item, mark)
			if v == nil {
				ownWrites++
			} else if failure == nil {
				failure = v
			}
		case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded":
			again = true
		default:
			return false, fmt.Errorf("table: transaction: action %d: %w", i, err)
		}
	}
	if ownWrites > 0 {
		return false, nil // an earlier try was applied: all its writes or none
	}
	if failed {
		return false, failure
	}
	return again, nil
}

func (t *Table) transactWriteItem(a Action, mark string) (types.TransactWriteItem, error) {
	b, err := a.build(mark)
	if err != nil {
		return types.TransactWriteItem{}, err
	}
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case a.item != nil:
		return types.TransactWriteItem{Put: &types.Put{
			TableName: &t.name, Item: a.itemWithMark(mark), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.update != nil:
		return types.TransactWriteItem{Update: &types.Update{
			TableName: &t.name, Key: a.key.attributes(), UpdateExpression: b.update, ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.isDelete:
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: &t.name, Key: a.key.attributes(), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	default:
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
			TableName: &t.name, Key: a.key.attributes(), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	}
}
