package testkit_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
)

func TestEmptyIndex(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	put(t, table, with(with(key("a", "1"), "g1", "w"), "lsk", "1"))
	count := func(index, partition, value string) int {
		t.Helper()
		in := &dynamodb.QueryInput{
			TableName: &table.Name, KeyConditionExpression: aws.String(partition + " = :p"),
			ExpressionAttributeValues: item{":p": s(value)},
		}
		if index != "" {
			in.IndexName = &index
		}
		out, err := table.Client.Query(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		return len(out.Items)
	}
	if got := count("by_ws", "g1", "w"); got != 1 {
		t.Fatalf("%d items in the index, want 1", got)
	}
	probe.Inject(testkit.Fault{Where: testkit.OnIndexes("by_ws", "by_proj"), Times: testkit.Always,
		Effect: testkit.EmptyIndex})
	for _, c := range []struct {
		index, partition, value string
		want                    int
	}{{"by_ws", "g1", "w", 0}, {"", "pk", "a", 1}, {"by_lsk", "pk", "a", 1}} {
		if got := count(c.index, c.partition, c.value); got != c.want {
			t.Errorf("%d items in %q, want %d", got, c.index, c.want)
		}
	}
}

func TestLateIndex(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	for _, at := range []string{"1", "2", "3"} {
		put(t, table, with(with(key("a", at), "g1", "w"), "lsk", at))
	}
	in := &dynamodb.QueryInput{
		TableName: &table.Name, IndexName: aws.String("by_ws"), KeyConditionExpression: aws.String("g1 = :p"),
		ExpressionAttributeValues: item{":p": s("w")},
	}
	from := "2"
	probe.Inject(testkit.Fault{Where: testkit.OnIndexes("by_ws"), Times: testkit.Always,
		Effect: testkit.LateIndex("lsk", func() string { return from })})
	for _, want := range []int32{1, 3} {
		out, err := table.Client.Query(t.Context(), in)
		if err != nil || out.Count != want || len(out.Items) != int(want) {
			t.Errorf("%v, %v, want %d items", out, err, want)
		}
		from = "4"
	}
}
