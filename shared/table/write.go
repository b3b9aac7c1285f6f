package table

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

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
	if len(actions) == 1 && (actions[0].item != nil || actions[0].update != nil || actions[0].isDelete) {
		return t.commitOne(ctx, actions[0], mark, bound)
	}
	return t.transact(ctx, actions, mark, bound)
}

func (t *Table) commitOne(ctx context.Context, a Action, mark string, bound func(*dynamodb.Options)) error {
	b, err := a.build(mark)
	if err != nil {
		return err
	}
	switch {
	case a.item != nil:
		_, err = t.client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: &t.name, Item: a.itemWithMark(mark),
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}, bound)
	case a.update != nil:
		_, err = t.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: &t.name, Key: a.key.attributes(), UpdateExpression: b.update,
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}, bound)
	default:
		_, err = t.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: &t.name, Key: a.key.attributes(),
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}, bound)
	}
	if err == nil {
		return nil
	}
	if existing, failed := conditionFailed(err); failed {
		err := a.conditionError(existing, mark)
		if err != nil && a.isDelete && isMissing(existing) {
			return a.errIfAbsent
		}
		return err
	}
	return wrapDBError("write", err)
}

// UpdateReturning changes single attributes of one item and returns the whole
// item after the change. It sets no mark; ok is false when the condition does
// not hold. The zero condition always holds.
func (t *Table) UpdateReturning(ctx context.Context, k Key, update expression.UpdateBuilder, when expression.ConditionBuilder) (it Item, ok bool, err error) {
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
