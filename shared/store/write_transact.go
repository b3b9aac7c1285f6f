package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/problem"
)

// maxTransactTries bounds how often a transaction that met another one is tried.
const maxTransactTries = 6

// transact carries out all actions or none. The SDK does not try again what
// was cancelled, so conflicts and throttles are tried again here.
func (s *Store) transact(ctx context.Context, actions []action, mark string) error {
	if len(actions) > maxActions {
		return fmt.Errorf("store: %d actions do not fit a transaction", len(actions))
	}
	writes := make([]types.TransactWriteItem, len(actions))
	for i, a := range actions {
		w, err := s.transactWriteItem(a, mark)
		if err != nil {
			return err
		}
		writes[i] = w
	}
	input := &dynamodb.TransactWriteItemsInput{TransactItems: writes, ClientRequestToken: aws.String(mark)}
	var last error
	for try := range maxTransactTries {
		if try > 0 {
			if err := backOff(ctx, try); err != nil {
				return err
			}
		}
		_, err := s.db.TransactWriteItems(ctx, input)
		if err == nil {
			return nil
		}
		retry, failure := readCancellation(actions, err, mark)
		if !retry {
			return failure
		}
		last = err
	}
	return problem.Unavailable(fmt.Errorf("store: transaction: %w", last))
}

// readCancellation reads why a transaction was cancelled, action by action: a failed
// condition is final, a conflict or a throttle is worth another try.
func readCancellation(actions []action, err error, mark string) (retry bool, failure error) {
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
			retry = true
		default:
			return false, fmt.Errorf("store: transaction: action %d: %w", i, err)
		}
	}
	if ownWrites > 0 {
		return false, nil // all or nothing: one of ours there means all of ours are
	}
	if failed {
		return false, failure
	}
	return retry, nil
}

func (s *Store) transactWriteItem(a action, mark string) (types.TransactWriteItem, error) {
	b, err := a.build(mark)
	if err != nil {
		return types.TransactWriteItem{}, err
	}
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case a.item != nil:
		return types.TransactWriteItem{Put: &types.Put{
			TableName: &s.table, Item: a.itemWithMark(mark), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.update != nil:
		return types.TransactWriteItem{Update: &types.Update{
			TableName: &s.table, Key: a.key.attributes(), UpdateExpression: b.update, ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.isDelete:
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: &s.table, Key: a.key.attributes(), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	default:
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
			TableName: &s.table, Key: a.key.attributes(), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	}
}
