package table

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/shared/problem"
)

// maxTransactTries bounds the tries of a transaction that met another one on one
// of its items.
const maxTransactTries = 6

// Commit carries out the actions: all of them or none. A failed condition
// returns the error of the first action that has one. The SDK may repeat the
// request: a write that was applied although its answer was lost is recognised
// by its mark. Errors: service_unavailable, also for a write that cannot be sent within
// MaxWriteTime.
//
// One write is a plain request, which costs half as much as a transaction.
func (t *Table) Commit(ctx context.Context, actions ...Action) error {
	ctx, cancel, bound := boundWrite(ctx)
	defer cancel()
	mark := uuid.NewString()
	actions, err := t.track(ctx, actions, mark)
	if err != nil {
		return err
	}
	if len(actions) > MaxActions {
		return fmt.Errorf("table: %d actions do not fit a transaction", len(actions))
	}
	writes := make([]types.TransactWriteItem, len(actions))
	for i, a := range actions {
		if writes[i], err = t.request(a, mark); err != nil {
			return err
		}
	}
	if len(writes) == 1 && writes[0].ConditionCheck == nil {
		return t.commitOne(ctx, actions[0], writes[0], mark, bound)
	}
	return t.transact(ctx, actions, writes, mark, bound)
}

// expressionOf has the condition and the changes of an action. It is empty without both.
func (t *Table) expressionOf(a Action, mark string) (e expression.Expression, err error) {
	condition := a.conditionAt(t.now())
	if condition == nil && a.update == nil {
		return e, nil
	}
	b := expression.NewBuilder()
	if condition != nil {
		b = b.WithCondition(*condition)
	}
	if a.update != nil {
		b = b.WithUpdate(a.update.Set(expression.Name(attrMark), expression.Value(mark)))
	}
	return b.Build()
}

// request is an action in the form in which DynamoDB takes it, with the mark in what it
// writes. A failed condition returns the item that was there.
func (t *Table) request(a Action, mark string) (w types.TransactWriteItem, err error) {
	e, err := t.expressionOf(a, mark)
	if err != nil {
		return w, err
	}
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case a.item != nil:
		it := maps.Clone(a.item)
		it[attrMark] = StringValue(mark)
		w.Put = &types.Put{
			TableName: &t.name, Item: it, ConditionExpression: e.Condition(),
			ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(), ReturnValuesOnConditionCheckFailure: old,
		}
	case a.update != nil:
		w.Update = &types.Update{
			TableName: &t.name, Key: a.key.attributes(), UpdateExpression: e.Update(), ConditionExpression: e.Condition(),
			ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(), ReturnValuesOnConditionCheckFailure: old,
		}
	case a.isDelete:
		w.Delete = &types.Delete{
			TableName: &t.name, Key: a.key.attributes(), ConditionExpression: e.Condition(),
			ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(), ReturnValuesOnConditionCheckFailure: old,
		}
	default:
		w.ConditionCheck = &types.ConditionCheck{
			TableName: &t.name, Key: a.key.attributes(), ConditionExpression: e.Condition(),
			ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(), ReturnValuesOnConditionCheckFailure: old,
		}
	}
	return w, nil
}

// commitOne carries out one write as a plain request.
func (t *Table) commitOne(ctx context.Context, a Action, w types.TransactWriteItem, mark string,
	bound func(*dynamodb.Options)) (err error) {
	switch {
	case w.Put != nil:
		_, err = t.client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: w.Put.TableName, Item: w.Put.Item, ConditionExpression: w.Put.ConditionExpression,
			ExpressionAttributeNames: w.Put.ExpressionAttributeNames, ExpressionAttributeValues: w.Put.ExpressionAttributeValues,
			ReturnValuesOnConditionCheckFailure: w.Put.ReturnValuesOnConditionCheckFailure,
		}, bound)
	case w.Update != nil:
		_, err = t.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: w.Update.TableName, Key: w.Update.Key, UpdateExpression: w.Update.UpdateExpression,
			ConditionExpression: w.Update.ConditionExpression, ExpressionAttributeNames: w.Update.ExpressionAttributeNames,
			ExpressionAttributeValues:           w.Update.ExpressionAttributeValues,
			ReturnValuesOnConditionCheckFailure: w.Update.ReturnValuesOnConditionCheckFailure,
		}, bound)
	default:
		_, err = t.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: w.Delete.TableName, Key: w.Delete.Key, ConditionExpression: w.Delete.ConditionExpression,
			ExpressionAttributeNames:            w.Delete.ExpressionAttributeNames,
			ExpressionAttributeValues:           w.Delete.ExpressionAttributeValues,
			ReturnValuesOnConditionCheckFailure: w.Delete.ReturnValuesOnConditionCheckFailure,
		}, bound)
	}
	if err == nil {
		return nil
	}
	existing, failed := conditionFailed(err)
	if !failed {
		return wrapDBError("write", err)
	}
	err = a.conditionError(existing, mark)
	if err != nil && a.isDelete && isMissing(existing) {
		return a.errIfAbsent // nil: an earlier try may have deleted the item
	}
	return err
}

// transact carries out all actions or none. The SDK does not repeat a cancelled
// transaction, so this does after a conflict or a throttle.
func (t *Table) transact(ctx context.Context, actions []Action, writes []types.TransactWriteItem, mark string,
	bound func(*dynamodb.Options)) error {
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

// conditionFailed reports whether a write was refused because of its condition,
// and returns the item that was there.
func conditionFailed(err error) (existing Item, failed bool) {
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		return refused.Item, true
	}
	return nil, false
}

// conditionError is the error of a failed condition, given the item that was
// there. It is nil when this write was applied before and its answer was lost.
func (a Action) conditionError(existing Item, mark string) error {
	switch {
	case StringAttribute(existing, attrMark) == mark:
		return nil
	case a.isDelete && a.errIfAbsent != nil && isMissing(existing):
		return a.errIfAbsent
	case a.conflict != nil:
		return a.conflict
	}
	return errChanged
}

// isMissing reports whether what a failed condition found is no item, or only a mark.
func isMissing(existing Item) bool { return len(existing) == 0 || IsMark(existing) }
