package functions_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/functions"
	"stint/shared/testkit"
)

// What was written is seen by the next request: every read is strongly
// consistent, but for those of the two global indexes, which cannot be.
func TestReadsAreStrong(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	seen := map[string]int{}
	weak := map[string]bool{}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: func(a testkit.Attempt) bool {
		mu.Lock()
		defer mu.Unlock()
		what, strong := strength(a.Input)
		seen[a.Op]++
		if !strong {
			weak[what] = true
		}
		return false // it only looks on
	}})
	d := newDice(w, seed(t), "mark", 0)
	for _, spec := range harmlessFirst(functions.All()) {
		w.Send(d.request(t, spec))
	}
	for _, op := range []string{"GetItem", "BatchGetItem", "Query"} {
		if seen[op] == 0 {
			t.Errorf("no %s was seen", op)
		}
	}
	for what := range weak {
		t.Errorf("read weakly: %s", what)
	}
}

// strength names a read, and tells whether it is as strong as it can be.
func strength(input any) (what string, strong bool) {
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		return "an item", aws.ToBool(in.ConsistentRead)
	case *dynamodb.BatchGetItemInput:
		for _, keys := range in.RequestItems {
			if !aws.ToBool(keys.ConsistentRead) {
				return "several items", false
			}
		}
	case *dynamodb.QueryInput:
		index := aws.ToString(in.IndexName)
		return "a query of " + index + ": " + aws.ToString(in.KeyConditionExpression), aws.ToBool(in.ConsistentRead) || slices.Contains([]string{"by_ws", "by_proj"}, index)
	}
	return "", true
}
