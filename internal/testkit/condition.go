package testkit

import (
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Meets writes an item, and reports whether a condition holds for it then.
func (table *Table) Meets(t testing.TB, item map[string]types.AttributeValue, when expression.ConditionBuilder) bool {
	t.Helper()
	table.Fill(t, []map[string]types.AttributeValue{item})
	built, err := expression.NewBuilder().WithCondition(when).Build()
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.unprobed.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: aws.String(table.Name), Item: item, ConditionExpression: built.Condition(),
		ExpressionAttributeNames: built.Names(), ExpressionAttributeValues: built.Values(),
	})
	var refused *types.ConditionalCheckFailedException
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	return err == nil
}
