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

// Every read is strongly consistent, so that a request sees all earlier writes. The
// global indexes are excepted, since they do not support it.
func TestReadsAreStronglyConsistent(t *testing.T) {
	t.Parallel()
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
		return false // it only observes
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

// readConsistency describes a read, and reports whether it is as consistent as
// possible.
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
		return "a query of " + index + ": " + aws.ToString(in.KeyConditionExpression),
			aws.ToBool(in.ConsistentRead) || slices.Contains([]string{"by_ws", "by_proj", "by_change"}, index)
	}
	return "", true
}
