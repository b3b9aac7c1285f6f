package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// commitOne is a single write outside a transaction: half the price.
func (s *Store) commitOne(ctx context.Context, a action, mark string) error {
	b, err := a.build(mark)
	if err != nil {
		return err
	}
	switch {
	case a.item != nil:
		_, err = s.db.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: &s.table, Item: a.itemWithMark(mark),
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
	case a.update != nil:
		_, err = s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: &s.table, Key: a.key.attributes(), UpdateExpression: b.update,
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
	default:
		_, err = s.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: &s.table, Key: a.key.attributes(),
			ConditionExpression: b.condition, ExpressionAttributeNames: b.names, ExpressionAttributeValues: b.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
	}
	if err == nil {
		return nil
	}
	if existing, failed := conditionFailed(err); failed {
		if a.isDelete && len(existing) == 0 {
			return a.errIfAbsent // by default fine, as it may have been our own earlier try
		}
		return a.conditionError(existing, mark)
	}
	return wrapDBError("write", err)
}
