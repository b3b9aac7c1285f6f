package testkit

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Refresh reads again what was written since the table was last read as a whole, so that SkipEmptyQueries knows it.
func (table *Table) Refresh(t testing.TB) {
	t.Helper()
	c := copyOf(table.Name)
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh(t, table)
}

// SkipEmptyQueries is an option of clients with a probe, before Probe.Attach. It answers without the engine the queries
// that find nothing, as far as this is known. A run of the worker looks at many partitions, and in
// most tests nothing is due in most of them.
func SkipEmptyQueries(o *dynamodb.Options) {
	o.HTTPClient = wrapClient(o.HTTPClient, func(next roundTripFunc) roundTripFunc {
		return func(r *http.Request) (*http.Response, error) {
			c, _ := r.Context().Value(callKey{}).(*call)
			if c == nil {
				return next(r)
			}
			query, ok := c.input.(*dynamodb.QueryInput)
			if !ok || !copyOf(aws.ToString(query.TableName)).findsNothing(query) {
				return next(r)
			}
			return newEmptyAnswer(r, fmt.Sprintf(`,"ConsumedCapacity":{"CapacityUnits":%v}`, unitsOfNothing(query)))
		}
	})
}

// unitsOfNothing are the read units of a query that finds nothing.
func unitsOfNothing(query *dynamodb.QueryInput) float64 {
	if aws.ToBool(query.ConsistentRead) {
		return 1
	}
	return 0.5
}

// rangeCondition is the condition of the queries of the package table.
const rangeCondition = "#p = :p AND #s BETWEEN :from AND :to"

// findsNothing reports whether no item is where a query looks, and no write that may put one there has begun since
// the table was read.
func (c *tableCopy) findsNothing(query *dynamodb.QueryInput) bool {
	if c == nil || aws.ToString(query.KeyConditionExpression) != rangeCondition {
		return false
	}
	names, values := query.ExpressionAttributeNames, query.ExpressionAttributeValues
	in := partition{names["#p"], TextOf(values[":p"])}
	from, to := TextOf(values[":from"]), TextOf(values[":to"])
	if !slices.Contains(partitionAttributes, in.attribute) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.stale { // its key tells nothing of other attributes
		if value, known := s.key[in.attribute]; !known || TextOf(value) == in.value {
			return false
		}
	}
	for _, it := range c.items.inPartition[in] {
		if at := TextOf(it[names["#s"]]); from <= at && at <= to {
			return false
		}
	}
	return true
}
