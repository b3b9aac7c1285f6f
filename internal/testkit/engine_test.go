package testkit_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/internal/testkit"
	"stint/internal/testkit/awsrules"
)

// The tests of this file check the behaviour of DynamoDB that the store depends on.
// They hold for the embedded engine and for DynamoDB.

type item = map[string]types.AttributeValue

func s(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

func key(pk, sk string) item { return item{"pk": s(pk), "sk": s(sk)} }

func with(it item, name, value string) item {
	it[name] = s(value)
	return it
}

func put(t *testing.T, table *testkit.Table, it item) {
	t.Helper()
	_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: it})
	if err != nil {
		t.Fatalf("put: %v", err)
	}
}

func transactPut(table *testkit.Table, token string, items ...item) *dynamodb.TransactWriteItemsInput {
	in := &dynamodb.TransactWriteItemsInput{}
	if token != "" {
		in.ClientRequestToken = &token
	}
	for _, it := range items {
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Put: &types.Put{
			TableName: &table.Name, Item: it,
			ConditionExpression:                 aws.String("attribute_not_exists(pk)"),
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}})
	}
	return in
}

func TestFailedConditionReturnsTheItem(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	put(t, table, with(key("a", "1"), "v", "old"))

	_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: &table.Name, Item: key("a", "1"),
		ConditionExpression:                 aws.String("attribute_not_exists(pk)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) || testkit.TextOf(failed.Item["v"]) != "old" {
		t.Errorf("put: %v, with item %v", err, failed)
	}

	_, err = table.Client.TransactWriteItems(t.Context(), transactPut(table, "", key("b", "1"), key("a", "1")))
	var canceled *types.TransactionCanceledException
	if !errors.As(err, &canceled) || len(canceled.CancellationReasons) != 2 {
		t.Fatalf("transaction: %v", err)
	}
	first, second := canceled.CancellationReasons[0], canceled.CancellationReasons[1]
	if code := aws.ToString(first.Code); code != "None" || first.Item != nil {
		t.Errorf("reason of the action that was fine: %s, item %v", code, first.Item)
	}
	if code := aws.ToString(second.Code); code != "ConditionalCheckFailed" || testkit.TextOf(second.Item["v"]) != "old" {
		t.Errorf("reason of the action that failed: %s, item %v", code, second.Item)
	}
	if got := len(testkit.Dump(t, table)); got != 1 {
		t.Errorf("%d items after a cancelled transaction, want 1", got)
	}
}

func TestRequestTokenMakesATransactionIdempotent(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	token := uuid.NewString() // must be unique in the account, not only in the table
	in := transactPut(table, token, key("a", "1"))
	if _, err := table.Client.TransactWriteItems(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Client.TransactWriteItems(t.Context(), in); err != nil {
		t.Errorf("the same again: %v, want success", err)
	}
	_, err := table.Client.TransactWriteItems(t.Context(), transactPut(table, token, key("b", "1")))
	var mismatch *types.IdempotentParameterMismatchException
	if !errors.As(err, &mismatch) {
		t.Errorf("the same token with another body: %v, want a mismatch", err)
	}
}

func TestLocalIndexIsReadConsistently(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	for i := range 3 {
		put(t, table, with(key("a", fmt.Sprint(i)), "lsk", fmt.Sprint(9-i)))
	}
	put(t, table, key("a", "without"))
	out, err := table.Client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &table.Name, IndexName: aws.String("by_lsk"), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:    aws.String("pk = :pk"),
		ExpressionAttributeValues: item{":pk": s("a")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, it := range out.Items {
		order = append(order, testkit.TextOf(it["sk"]))
	}
	if want := []string{"2", "1", "0"}; !slices.Equal(order, want) {
		t.Errorf("order by lsk: %v, want %v", order, want)
	}
}

func TestGlobalIndexRefusesConsistentReads(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t, awsrules.Detach)
	_, err := table.Client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &table.Name, IndexName: aws.String("by_ws"), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:    aws.String("g1 = :g"),
		ExpressionAttributeValues: item{":g": s("a")},
	})
	if err == nil {
		t.Error("a consistent read of a global index was accepted")
	}
}

func TestBatchReadIsConsistentAndBounded(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t, awsrules.Detach)
	keys := make([]item, 101)
	for i := range keys {
		keys[i] = key("a", fmt.Sprintf("%03d", i))
		put(t, table, keys[i])
	}
	batch := func(keys []item) (*dynamodb.BatchGetItemOutput, error) {
		return table.Client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{
				table.Name: {Keys: keys, ConsistentRead: aws.Bool(true)},
			},
		})
	}
	out, err := batch(keys[:100])
	if err != nil {
		t.Fatal(err)
	}
	if got := len(out.Responses[table.Name]); got != 100 {
		t.Errorf("%d of 100 items", got)
	}
	if _, err := batch(keys); err == nil {
		t.Error("101 keys were accepted")
	}
	if _, err := batch([]item{keys[0], keys[0]}); err == nil {
		t.Error("a key asked for twice was accepted")
	}
}

func TestTransactionsAreBounded(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t, awsrules.Detach)
	items := make([]item, 101)
	for i := range items {
		items[i] = key("a", fmt.Sprint(i))
	}
	if _, err := table.Client.TransactWriteItems(t.Context(), transactPut(table, "", items...)); err == nil {
		t.Error("101 actions were accepted")
	}
	if _, err := table.Client.TransactWriteItems(t.Context(), transactPut(table, "", items[:100]...)); err != nil {
		t.Errorf("100 actions: %v", err)
	}
	twice := transactPut(table, "", key("b", "1"), key("b", "1"))
	if _, err := table.Client.TransactWriteItems(t.Context(), twice); err == nil {
		t.Error("two actions on one item were accepted")
	}
}

func TestConditionalUpdatesLetOneWin(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	const racers = 16
	won := make([]bool, racers)
	testkit.Race(t, racers, func(i int) {
		_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
			TableName: &table.Name, Item: key("a", "1"),
			ConditionExpression: aws.String("attribute_not_exists(pk)"),
		})
		won[i] = err == nil
		var failed *types.ConditionalCheckFailedException
		if err != nil && !errors.As(err, &failed) {
			t.Errorf("racer %d: %v", i, err)
		}
	})
	winners := 0
	for _, w := range won {
		if w {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d winners", winners)
	}
}
