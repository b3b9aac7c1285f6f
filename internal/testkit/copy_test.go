package testkit

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Dump, which reads again only what was written, has what a Scan has, after writes of every kind by several clients, of
// which some fail, get no answer or are given up, and after Restore.
func TestDumpIsWhatAScanReads(t *testing.T) {
	t.Parallel()
	probe := new(Probe)
	table := NewTable(t, probe.Attach)
	other := Connect(t)
	effects := []Effect{FailBefore(Disconnected), FailAfter(Disconnected), FailAfter(TimedOut)}
	for step := range 200 {
		if step%3 == 0 {
			probe.Inject(Fault{Effect: effects[step%9/3]})
		}
		if step%20 == 0 {
			table.Restore(t, []item{{"pk": text("p"), "sk": digit()}, {"pk": text("q"), "sk": digit()}})
		}
		client := []*dynamodb.Client{table.Client, other}[rand.IntN(2)]
		writeAny(t.Context(), client, table.Name)
		want := sortedScan(t, table)
		if got := Dump(t, table); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("after step %d: %v, a Scan has %v", step, got, want)
		}
	}
}

// sortedScan is what Dump should return, from the engine.
func sortedScan(t *testing.T, table *Table) []item {
	t.Helper()
	all := scan(t, table)
	sortByKey(all)
	return all
}

// writeAny makes one write of any kind. It may fail.
func writeAny(ctx context.Context, client *dynamodb.Client, table string) {
	it := item{"pk": text("p"), "sk": digit(), "n": digit(), "g1": text("p"), "lsk": digit()}
	key := item{"pk": it["pk"], "sk": it["sk"]}
	name, isNew := aws.String(table), aws.String("attribute_not_exists(pk)")
	switch rand.IntN(6) {
	case 0:
		_, _ = client.PutItem(ctx, &dynamodb.PutItemInput{TableName: name, Item: it})
	case 1:
		_, _ = client.PutItem(ctx, &dynamodb.PutItemInput{TableName: name, Item: it, ConditionExpression: isNew})
	case 2:
		_, _ = client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: name, Key: key})
	case 3:
		_, _ = client.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: name, Key: key,
			UpdateExpression:          aws.String("SET #n = :n, #g = :g, #l = :l"),
			ExpressionAttributeNames:  map[string]string{"#n": "n", "#g": "g1", "#l": "lsk"},
			ExpressionAttributeValues: item{":n": it["n"], ":g": it["g1"], ":l": it["lsk"]}})
	case 4:
		_, _ = client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{
			table: {{PutRequest: &types.PutRequest{Item: it}}}}})
	default:
		_, _ = client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
			{Delete: &types.Delete{TableName: name, Key: key}}}})
	}
}

// digit is one of five digits.
func digit() types.AttributeValue { return text(strconv.Itoa(rand.IntN(5))) }

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// A write that begins before Restore and happens after it is in the next Dump.
func TestDumpAfterAWriteBesideRestore(t *testing.T) {
	t.Parallel()
	probe, release, written := new(Probe), make(chan struct{}), make(chan struct{})
	table := NewTable(t, probe.Attach)
	held := probe.Inject(Fault{Where: On("PutItem"), Effect: Hold(release)})
	late := item{"pk": text("p"), "sk": text("1"), "n": text("late")}
	go func() {
		defer close(written)
		_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: late})
		if err != nil {
			t.Error(err)
		}
	}()
	<-held.Reached()
	table.Restore(t, []item{{"pk": text("p"), "sk": text("1"), "n": text("early")}})
	close(release)
	<-written
	if got := Dump(t, table); !reflect.DeepEqual(got, []item{late}) {
		t.Errorf("%v, want the late write", got)
	}
}
