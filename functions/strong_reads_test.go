package functions_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/functions"
	"stint/internal/testkit"
)

// What was written is seen by the next request: every read is strongly
// consistent, but for those of the two global indexes, which cannot be.
func TestReadsAreStronglyConsistent(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	seen := map[string]int{}
	weak := map[string]bool{}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: func(a testkit.Attempt) bool {
		mu.Lock()
		defer mu.Unlock()
		what, strong := readConsistency(a.Input)
		seen[a.Op]++
		if !strong {
			weak[what] = true
		}
		return false // it only looks on
	}})
	d := newGenerator(w, readSeed(t), "mark", 0)
	for _, spec := range harmlessFirst(functions.Routes()) {
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

// readConsistency names a read, and tells whether it is as strong as it can be.
func readConsistency(input any) (what string, strong bool) {
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
