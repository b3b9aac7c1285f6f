package testkit

import (
	"math/rand/v2"
	"net/http"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A client that skips queries gets what the engine answers, with the same units, whatever was written before. It asks
// the engine less often.
func TestSkippedQueriesFindNothing(t *testing.T) {
	t.Parallel()
	table, reached := NewTable(t), 0
	count := func(o *dynamodb.Options) {
		o.HTTPClient = wrapClient(o.HTTPClient, func(next roundTripFunc) roundTripFunc {
			return func(r *http.Request) (*http.Response, error) { reached++; return next(r) }
		})
	}
	skipping := Connect(t, count, SkipEmptyQueries, new(Probe).Attach)
	const steps = 300
	for step := range steps {
		if step%10 == 0 {
			table.Restore(t, nil)
		}
		writeAny(t.Context(), table.Client, table.Name)
		if step%2 == 0 {
			table.Refresh(t)
		}
		query := anyQuery(table.Name)
		got, err := skipping.Query(t.Context(), query)
		want, wantErr := table.Client.Query(t.Context(), query)
		if err != nil || wantErr != nil {
			t.Fatal(err, wantErr)
		}
		if len(got.Items)+len(want.Items) > 0 && !reflect.DeepEqual(got.Items, want.Items) || got.Count != want.Count ||
			capacityOf(got) != capacityOf(want) {
			t.Fatalf("step %d: %d items and %v units, the engine has %d and %v: %v", step, got.Count, capacityOf(got),
				want.Count, capacityOf(want), *query)
		}
	}
	if reached < steps/10 || reached > steps*9/10 {
		t.Errorf("%d of %d queries reached the engine", reached, steps)
	}
}

// anyQuery looks at a range of the table or of an index.
func anyQuery(table string) *dynamodb.QueryInput {
	from, to := digit(), digit()
	if TextOf(from) > TextOf(to) {
		from, to = to, from
	}
	query := &dynamodb.QueryInput{
		TableName: &table, KeyConditionExpression: aws.String(rangeCondition),
		ExpressionAttributeNames:  map[string]string{"#p": "pk", "#s": "sk"},
		ExpressionAttributeValues: item{":p": text([]string{"p", "q"}[rand.IntN(2)]), ":from": from, ":to": to},
		ReturnConsumedCapacity:    types.ReturnConsumedCapacityTotal,
	}
	switch rand.IntN(3) {
	case 0:
		query.IndexName, query.ExpressionAttributeNames["#s"] = aws.String("by_lsk"), "lsk"
		query.ConsistentRead = aws.Bool(true)
	case 1:
		query.IndexName, query.ExpressionAttributeNames = aws.String("by_ws"), map[string]string{"#p": "g1", "#s": "lsk"}
	}
	return query
}
