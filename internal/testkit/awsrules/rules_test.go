package awsrules_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit/awsrules"
	"stint/shared/dynamo"
	"stint/shared/engine"
)

type item = map[string]types.AttributeValue

func s(text string) types.AttributeValue { return &types.AttributeValueMemberS{Value: text} }
func n(text string) types.AttributeValue { return &types.AttributeValueMemberN{Value: text} }

// with is an item with more attributes: names, each followed by its value.
func with(pairs ...any) item {
	it := item{"pk": s("P"), "sk": s("S")}
	for i := 0; i < len(pairs); i += 2 {
		it[pairs[i].(string)] = pairs[i+1].(types.AttributeValue)
	}
	return it
}

func put(it item) any { return &dynamodb.PutItemInput{Item: it} }

// conditionalPut is a put with a condition. Values are :a, :b and so on, and #a is an attribute.
func conditionalPut(condition string, values ...types.AttributeValue) any {
	return &dynamodb.PutItemInput{Item: with(), ConditionExpression: &condition,
		ExpressionAttributeNames: namesIn(condition), ExpressionAttributeValues: named(values)}
}

func update(expression string, values ...types.AttributeValue) any {
	return &dynamodb.UpdateItemInput{Key: with(), UpdateExpression: &expression,
		ExpressionAttributeNames: namesIn(expression), ExpressionAttributeValues: named(values)}
}

// query reads a partition whose sort keys satisfy a condition.
func query(index, condition string, change func(*dynamodb.QueryInput), values ...types.AttributeValue) any {
	in := &dynamodb.QueryInput{KeyConditionExpression: &condition, ExpressionAttributeNames: namesIn(condition),
		ExpressionAttributeValues: named(values)}
	if index != "" {
		in.IndexName = &index
	}
	if change != nil {
		change(in)
	}
	return in
}

// namesIn names each placeholder in an expression by itself.
func namesIn(expression string) map[string]string {
	names := map[string]string{}
	for _, word := range strings.FieldsFunc(expression,
		func(r rune) bool { return strings.ContainsRune(" (),.=<>[]", r) }) {
		if strings.HasPrefix(word, "#") {
			names[word] = word[1:]
		}
	}
	if len(names) == 0 {
		return nil
	}
	return names
}

func named(values []types.AttributeValue) item {
	if len(values) == 0 {
		return nil
	}
	all := item{}
	for i, v := range values {
		all[":"+string(rune('a'+i))] = v
	}
	return all
}

func nested(depth int) types.AttributeValue {
	if depth == 1 {
		return s("x")
	}
	return &types.AttributeValueMemberL{Value: []types.AttributeValue{nested(depth - 1)}}
}

func gets(keys ...string) any {
	in := types.KeysAndAttributes{}
	for _, k := range keys {
		in.Keys = append(in.Keys, item{"pk": s("P"), "sk": s(k)})
	}
	return &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{tableName: in}}
}

func puts(count int) any {
	var all []types.WriteRequest
	for i := range count {
		all = append(all, types.WriteRequest{PutRequest: &types.PutRequest{Item: item{"pk": s("P"), "sk": s(fmt.Sprint(i))}}})
	}
	return &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{tableName: all}}
}

// transaction puts items with a text of some bytes under numbered keys.
func transaction(count, bytes int) *dynamodb.TransactWriteItemsInput {
	in := &dynamodb.TransactWriteItemsInput{}
	for i := range count {
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{
			Put: &types.Put{Item: item{"pk": s("T"), "sk": s(fmt.Sprint(i)), "x": s(strings.Repeat("x", bytes))}}})
	}
	return in
}

func numbers(count int) (all []string) {
	for i := range count {
		all = append(all, fmt.Sprint("k", i))
	}
	return all
}

func inList(count int) any {
	return conditionalPut("#x IN ("+strings.TrimSuffix(strings.Repeat(":a,", count), ",")+")", s("1"))
}

func consistent(in *dynamodb.QueryInput) { in.ConsistentRead = aws.Bool(true) }

func startAt(key item) func(*dynamodb.QueryInput) {
	return func(in *dynamodb.QueryInput) { in.ExclusiveStartKey = key }
}

func filtered(expression string) func(*dynamodb.QueryInput) {
	return func(in *dynamodb.QueryInput) {
		in.FilterExpression = &expression
		for name, attribute := range namesIn(expression) {
			in.ExpressionAttributeNames[name] = attribute
		}
	}
}

func projecting(expression string) func(*dynamodb.QueryInput) {
	return func(in *dynamodb.QueryInput) {
		in.ProjectionExpression = &expression
		for name, attribute := range namesIn(expression) {
			in.ExpressionAttributeNames[name] = attribute
		}
	}
}

const tableName = "rules"

var all, sameItem, longToken = transaction(100, 1), transaction(2, 1), transaction(1, 1)

// rows are pairs of requests: AWS refuses the first, and takes the second, which is like it and obeys the rule.
var rows = map[string]struct {
	refused, taken any
}{
	"an empty sort key": {refused: put(item{"pk": s("P"), "sk": s("")}),
		taken: put(item{"pk": s("P"), "sk": s(" ")})},
	"a key without a sort key": {
		refused: put(item{"pk": s("P")}), taken: put(with())},
	"a number as a key":             {refused: put(item{"pk": s("P"), "sk": n("1")}), taken: put(with("x", n("1")))},
	"an empty key of an index":      {refused: put(with("lsk", s(""))), taken: put(with("lsk", s("x")))},
	"a number as a key of an index": {refused: put(with("g1", n("1"))), taken: put(with("g1", s("1")))},
	"a long sort key": {refused: put(item{"pk": s("P"), "sk": s(strings.Repeat("x", 1025))}),
		taken: put(item{"pk": s("P"), "sk": s(strings.Repeat("x", 1024))})},
	"a long partition key": {refused: put(item{"pk": s(strings.Repeat("x", 2049)), "sk": s("S")}),
		taken: put(item{"pk": s(strings.Repeat("x", 2048)), "sk": s("S")})},
	"a long sort key of an index": {refused: put(with("lsk", s(strings.Repeat("x", 1025)))),
		taken: put(with("lsk", s(strings.Repeat("x", 1024))))},
	"a long partition key of an index": {refused: put(with("g1", s(strings.Repeat("x", 2049)), "lsk", s("x"))),
		taken: put(with("g1", s(strings.Repeat("x", 2048)), "lsk", s("x")))},
	"an item over 400 KB": {refused: put(with("x", s(strings.Repeat("x", 400<<10)))),
		taken: put(with("x", s(strings.Repeat("x", 400<<10-8))))},
	"an empty set": {refused: put(with("x", &types.AttributeValueMemberSS{})),
		taken: put(with("x", &types.AttributeValueMemberSS{Value: []string{"a"}}))},
	"a set with a value twice": {
		refused: put(with("x", &types.AttributeValueMemberSS{Value: []string{"a", "a"}})),
		taken:   put(with("x", &types.AttributeValueMemberSS{Value: []string{"a", "b"}}))},
	"39 digits": {refused: put(with("x", n(strings.Repeat("1", 39)))),
		taken: put(with("x", n(strings.Repeat("1", 38))))},
	"a number that is too large": {refused: put(with("x", n("1E126"))), taken: put(with("x", n("1E125")))},
	"no number":                  {refused: put(with("x", n("one"))), taken: put(with("x", n("1")))},
	"a null that is false": {refused: put(with("x", &types.AttributeValueMemberNULL{})),
		taken: put(with("x", &types.AttributeValueMemberNULL{Value: true}))},
	"lists in lists": {refused: put(with("x", nested(34))), taken: put(with("x", nested(30)))},
	"a value that is not used": {refused: conditionalPut("attribute_not_exists(#x)", s("1")),
		taken: conditionalPut("attribute_not_exists(#x)")},
	"a value that is not defined": {
		refused: conditionalPut("#x = :a"), taken: conditionalPut("attribute_not_exists(#x) OR #x = :a", s("1"))},
	"a name without a placeholder": {refused: conditionalPut("attribute_not_exists(status)"),
		taken: conditionalPut("attribute_not_exists(#status)")},
	"an unknown function": {
		refused: conditionalPut("missing(#x)"), taken: conditionalPut("attribute_not_exists(#x)")},
	"a function with too few operands": {refused: conditionalPut("begins_with(#x)"),
		taken: conditionalPut("attribute_not_exists(#x) OR begins_with(#x, :a)", s("1"))},
	"identical operands": {refused: conditionalPut("#x = #x"),
		taken: conditionalPut("attribute_not_exists(#x) OR #x = #y")},
	"an order of truths": {refused: conditionalPut("#x < :a", &types.AttributeValueMemberBOOL{Value: true}),
		taken: conditionalPut("attribute_not_exists(#x) OR #x < :a", n("1"))},
	"the beginning of a number": {refused: conditionalPut("begins_with(#x, :a)", n("1")),
		taken: conditionalPut("attribute_not_exists(#x) OR begins_with(#x, :a)", s("1"))},
	"bounds in the wrong order": {refused: conditionalPut("#x BETWEEN :a AND :b", s("2"), s("1")),
		taken: conditionalPut("attribute_not_exists(#x) OR #x BETWEEN :a AND :b", s("1"), s("2"))},
	"bounds of two types": {refused: conditionalPut("#x BETWEEN :a AND :b", s("2"), n("1")),
		taken: conditionalPut("attribute_not_exists(#x) OR #x BETWEEN :a AND :b", n("1"), n("2"))},
	"over 100 operands of IN": {refused: inList(101),
		taken: conditionalPut("attribute_not_exists(#x) OR #x IN (:a,:b)", s("1"), s("2"))},
	"an expression over 4 KB": {refused: conditionalPut("attribute_not_exists(#x)" + strings.Repeat(" ", 4096)),
		taken: conditionalPut("attribute_not_exists(#x)" + strings.Repeat(" ", 4000))},
	"over 300 operators": {refused: conditionalPut("attribute_not_exists(#x)"+strings.Repeat(" OR #x=:a", 151),
		s("1")),
		taken: conditionalPut("attribute_not_exists(#x)"+strings.Repeat(" OR #x=:a", 140), s("1"))},
	"an empty condition":  {refused: conditionalPut(""), taken: conditionalPut("attribute_not_exists(#x)")},
	"a change of the key": {refused: update("SET #sk = :a", s("x")), taken: update("SET #x = :a", s("x"))},
	"an empty key of an index, updated": {refused: update("SET #lsk = :a", s("")),
		taken: update("SET #lsk = :a", s("x"))},
	"a section twice": {
		refused: update("SET #x = :a SET #y = :b", s("x"), s("y")), taken: update("SET #x = :a, #y = :b", s("x"), s("y"))},
	"a path twice": {refused: update("SET #x = :a REMOVE #x", s("x")),
		taken: update("SET #x = :a REMOVE #y", s("x"))},
	"a path in another":     {refused: update("SET #x.#y = :a REMOVE #x", s("x")), taken: update("REMOVE #x, #y")},
	"an addition of a text": {refused: update("ADD #c :a", s("x")), taken: update("ADD #c :a", n("1"))},
	"a sum of texts": {refused: update("SET #z = #z + :a", s("x")),
		taken: update("SET #z = if_not_exists(#z, :a) + :a", n("1"))},
	"a query from an empty key": {refused: query("", "#pk = :a AND #sk >= :b", nil, s("P"), s("")),
		taken: query("", "#pk = :a AND #sk >= :b", nil, s("P"), s(" "))},
	"a query between nothing and a key": {refused: query("", "#pk = :a AND #sk BETWEEN :b AND :c", nil, s("P"), s(""),
		s("~")),
		taken: query("", "#pk = :a AND #sk BETWEEN :b AND :c", nil, s("P"), s(" "), s("~"))},
	"a query with an empty prefix": {refused: query("", "#pk = :a AND begins_with(#sk, :b)", nil, s("P"), s("")),
		taken: query("", "#pk = :a AND begins_with(#sk, :b)", nil, s("P"), s("E"))},
	"a query of no partition": {refused: query("", "#pk = :a", nil, s("")),
		taken: query("", "#pk = :a", nil, s("P"))},
	"a query from an empty index key": {
		refused: query("by_lsk", "#pk = :a AND #lsk >= :b", nil, s("P"), s("")),
		taken:   query("by_lsk", "#pk = :a AND #lsk >= :b", nil, s("P"), s("0"))},
	"a query of many partitions": {refused: query("", "#pk > :a", nil, s("P")),
		taken: query("", "#pk = :a", nil, s("P"))},
	"a query of another index's key": {
		refused: query("by_ws", "#pk = :a", nil, s("P")), taken: query("by_ws", "#g1 = :a", nil, s("P"))},
	"an unknown index": {refused: query("by_no", "#pk = :a", nil, s("P")),
		taken: query("by_proj", "#g2 = :a", nil, s("P"))},
	"a consistent read of a global index": {
		refused: query("by_ws", "#g1 = :a", consistent, s("P")), taken: query("by_lsk", "#pk = :a", consistent, s("P"))},
	"a page of nothing": {refused: query("", "#pk = :a",
		func(in *dynamodb.QueryInput) { in.Limit = aws.Int32(0) }, s("P")),
		taken: query("", "#pk = :a", func(in *dynamodb.QueryInput) { in.Limit = aws.Int32(1) }, s("P"))},
	"a start outside of the partition": {refused: query("", "#pk = :a", startAt(item{"pk": s("Q"), "sk": s("S")}), s("P")),
		taken: query("", "#pk = :a", startAt(with()), s("P"))},
	"a start outside of the range": {refused: query("", "#pk = :a AND #sk > :b",
		startAt(item{"pk": s("P"), "sk": s("A")}), s("P"), s("B")),
		taken: query("", "#pk = :a AND #sk > :b", startAt(with()), s("P"), s("B"))},
	"a start without a key of the index": {refused: query("by_ws", "#g1 = :a", startAt(with("g1", s("P"))), s("P")),
		taken: query("by_ws", "#g1 = :a", startAt(with("g1", s("P"), "lsk", s("x"))), s("P"))},
	"a filter of the key": {refused: query("", "#pk = :a", filtered("attribute_exists(#sk)"), s("P")),
		taken: query("", "#pk = :a", filtered("attribute_exists(#x)"), s("P"))},
	"more than an index projects": {refused: query("by_change", "#cw = :a", projecting("#x"), s("P")),
		taken: query("by_change", "#cw = :a", projecting("#sk"), s("P"))},
	"a projection of a path twice": {refused: query("", "#pk = :a", projecting("#x, #x"), s("P")),
		taken: query("", "#pk = :a", projecting("#x, #y"), s("P"))},
	"a batch that reads a key twice": {refused: gets("a", "a"), taken: gets("a", "b")},
	"a batch of 101 keys":            {refused: gets(numbers(101)...), taken: gets(numbers(100)...)},
	"a batch of 26 writes":           {refused: puts(26), taken: puts(25)},
	"a transaction of 101 actions":   {refused: transaction(101, 1), taken: all},
	"a transaction with an item twice": {refused: &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{sameItem.TransactItems[0],
			{Delete: &types.Delete{Key: item{"pk": s("T"), "sk": s("0")}}}}},
		taken: sameItem},
	"a transaction over 4 MB": {refused: transaction(12, 380_000), taken: transaction(10, 380_000)},
	"a transaction with a long token": {refused: &dynamodb.TransactWriteItemsInput{
		TransactItems: longToken.TransactItems, ClientRequestToken: aws.String(strings.Repeat("t", 37))},
		taken: &dynamodb.TransactWriteItemsInput{TransactItems: longToken.TransactItems,
			ClientRequestToken: aws.String(strings.Repeat("t", 36))}},
	"a value that an action does not use": {refused: &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Delete: &types.Delete{Key: with(), ExpressionAttributeValues: item{":a": s("1")}}}}},
		taken: longToken},
}

// Of each row the first request is refused, and the second is not.
func TestRules(t *testing.T) {
	t.Parallel()
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := awsrules.Check(row.taken); err != nil {
				t.Errorf("refused what AWS takes: %v", err)
			}
			if awsrules.Check(row.refused) == nil {
				t.Error("took what AWS refuses")
			}
		})
	}
}

// The engine that AWS publishes agrees. It is asked where DYNAMODB_ENDPOINT names one, as make
// test-reference does; the embedded engine takes much of what is refused.
func TestRulesAreThoseOfAWS(t *testing.T) {
	t.Parallel()
	endpoint := os.Getenv(engine.EndpointVariable)
	if endpoint == "" {
		return
	}
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{
		Endpoint: endpoint, Region: "us-east-1", ConnectTimeout: time.Minute, AttemptTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if err := dynamo.EnsureTable(t.Context(), client, tableName); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: aws.String(tableName)})
	})
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			if err := send(t.Context(), client, row.taken); err != nil {
				t.Errorf("the engine refuses: %v", err)
			}
			if err := send(t.Context(), client, row.refused); err == nil {
				t.Error("the engine takes it")
			}
		})
	}
}

// send sends a request to the table. A condition that fails is no error: the request was taken.
func send(ctx context.Context, client *dynamodb.Client, input any) (err error) {
	table := aws.String(tableName)
	switch in := input.(type) {
	case *dynamodb.PutItemInput:
		in.TableName = table
		_, err = client.PutItem(ctx, in)
	case *dynamodb.UpdateItemInput:
		in.TableName = table
		_, err = client.UpdateItem(ctx, in)
	case *dynamodb.QueryInput:
		in.TableName = table
		_, err = client.Query(ctx, in)
	case *dynamodb.BatchGetItemInput:
		_, err = client.BatchGetItem(ctx, in)
	case *dynamodb.BatchWriteItemInput:
		_, err = client.BatchWriteItem(ctx, in)
	case *dynamodb.TransactWriteItemsInput:
		for _, action := range in.TransactItems {
			if action.Put != nil {
				action.Put.TableName = table
			} else {
				action.Delete.TableName = table
			}
		}
		_, err = client.TransactWriteItems(ctx, in)
	}
	if failed := new(types.ConditionalCheckFailedException); errors.As(err, &failed) {
		return nil
	}
	return err
}

// The check of a request is cheap beside the request, which takes half a millisecond.
func BenchmarkCheck(b *testing.B) {
	in := transaction(4, 100)
	for i := range in.TransactItems {
		in.TransactItems[i].Put.ConditionExpression = aws.String(
			"attribute_not_exists(#pk) OR #pk = :a AND #x BETWEEN :b AND :c")
		in.TransactItems[i].Put.ExpressionAttributeNames = map[string]string{"#pk": "pk", "#x": "x"}
		in.TransactItems[i].Put.ExpressionAttributeValues = item{":a": s("1"), ":b": s("1"), ":c": s("2")}
	}
	for b.Loop() {
		if err := awsrules.Check(in); err != nil {
			b.Fatal(err)
		}
	}
}
