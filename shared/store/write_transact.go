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

// transactTries bounds how often a transaction that met another one is tried.
const transactTries = 6

// transact carries out all actions or none. The SDK does not try again what
// was cancelled, so conflicts and throttles are tried again here.
func (s *Store) transact(ctx context.Context, actions []action, mark string) error {
	if len(actions) > maxActions {
		return fmt.Errorf("store: %d actions do not fit a transaction", len(actions))
	}
	writes := make([]types.TransactWriteItem, len(actions))
	for i, a := range actions {
		w, err := s.transactItem(a, mark)
		if err != nil {
			return err
		}
		writes[i] = w
	}
	input := &dynamodb.TransactWriteItemsInput{TransactItems: writes, ClientRequestToken: aws.String(mark)}
	var last error
	for try := range transactTries {
		if try > 0 {
			if err := pause(ctx, try); err != nil {
				return err
			}
		}
		_, err := s.db.TransactWriteItems(ctx, input)
		if err == nil {
			return nil
		}
		again, verdict := judge(actions, err, mark)
		if !again {
			return verdict
		}
		last = err
	}
	return problem.Unavailable(fmt.Errorf("store: transaction: %w", last))
}

// judge reads why a transaction was cancelled, action by action: a failed
// condition is final, a conflict or a throttle is worth another try.
func judge(actions []action, err error, mark string) (again bool, verdict error) {
	var running *types.TransactionInProgressException
	if errors.As(err, &running) {
		return true, nil
	}
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return false, fault("transaction", err)
	}
	failed, ownWrites := false, 0
	for i, reason := range cancelled.CancellationReasons {
		switch aws.ToString(reason.Code) {
		case "None", "":
		case "ConditionalCheckFailed":
			failed = true
			v := actions[i].verdict(reason.Item, mark)
			if v == nil {
				ownWrites++
			} else if verdict == nil {
				verdict = v
			}
		case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded":
			again = true
		default:
			return false, fmt.Errorf("store: transaction: action %d: %w", i, err)
		}
	}
	if ownWrites > 0 {
		return false, nil // all or nothing: one of ours there means all of ours are
	}
	if failed {
		return false, verdict
	}
	return again, nil
}

func (s *Store) transactItem(a action, mark string) (types.TransactWriteItem, error) {
	b, err := a.build(mark)
	if err != nil {
		return types.TransactWriteItem{}, err
	}
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case a.item != nil:
		return types.TransactWriteItem{Put: &types.Put{
			TableName: &s.table, Item: a.marked(mark), ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.update != nil:
		return types.TransactWriteItem{Update: &types.Update{
			TableName: &s.table, Key: a.key.attributes(), UpdateExpression: b.update, ConditionExpression: b.condition,
			ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values, ReturnValuesOnConditionCheckFailure: old,
		}}, nil
	case a.remove:
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
