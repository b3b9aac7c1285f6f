package testkit_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"stint/internal/testkit"
)

// attemptsAndSent are the attempts of an operation, and those that reached the engine.
func attemptsAndSent(p *testkit.Probe, op string) [2]int {
	c := p.Snapshot()
	return [2]int{c.Attempts[op], c.Sent[op]}
}

func TestSDKRepeatsWhatFailedBefore(t *testing.T) {
	t.Parallel()
	for name, failure := range map[string]testkit.Failure{
		"disconnected": testkit.Disconnected, "refused": testkit.Refused, "timed out": testkit.TimedOut,
		"throttled": testkit.Throttled, "internal error": testkit.InternalError, "conflicted": testkit.Conflicted,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table, probe := newProbedTable(t)
			fault := probe.Inject(testkit.Fault{Effect: testkit.FailBefore(failure), Times: 2})
			put(t, table, key("a", "1"))
			if got, want := attemptsAndSent(probe, "PutItem"), [2]int{3, 1}; got != want || fault.Hits() != 2 {
				t.Errorf("tries and sent %v, want %v; %d hits", got, want, fault.Hits())
			}
			if got := len(testkit.Dump(t, table)); got != 1 {
				t.Errorf("%d items", got)
			}
		})
	}
}

func TestFailAfterLosesOnlyTheAnswer(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.TimedOut), WholeCall: true})
	_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", "1")})
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Fatalf("got %v, want a timeout", err)
	}
	if got, want := attemptsAndSent(probe, "PutItem"), [2]int{4, 4}; got != want {
		t.Errorf("tries and sent %v, want %v", got, want)
	}
	if got := len(testkit.Dump(t, table)); got != 1 {
		t.Errorf("%d items: the write was lost, not the answer", got)
	}
}

// The SDK's second attempt finds what the first one wrote. The store must recognise
// its own write.
func TestLostAnswerLooksLikeAFailedCondition(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected)})
	_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: &table.Name, Item: with(key("a", "1"), "by", "us"),
		ConditionExpression:                 aws.String("attribute_not_exists(pk)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) || testkit.TextOf(failed.Item["by"]) != "us" {
		t.Errorf("got %v", err)
	}
}

// The SDK sends transactions with a token, so their second attempt succeeds.
func TestLostAnswerOfATransactionIsRepeatedSafely(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	fault := probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected)})
	if _, err := table.Client.TransactWriteItems(t.Context(), transactPut(table, "", key("a", "1"))); err != nil {
		t.Fatal(err)
	}
	if got, want := attemptsAndSent(probe, "TransactWriteItems"), [2]int{2, 2}; got != want || fault.Hits() != 1 {
		t.Errorf("tries and sent %v, want %v; %d hits", got, want, fault.Hits())
	}
}

func TestCanceledTransactionGivesItsReasons(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict"))})
	_, err := table.Client.TransactWriteItems(t.Context(), transactPut(table, "", key("a", "1"), key("a", "2")))
	var canceled *types.TransactionCanceledException
	if !errors.As(err, &canceled) || len(canceled.CancellationReasons) != 2 {
		t.Fatalf("got %v", err)
	}
	if code := aws.ToString(canceled.CancellationReasons[1].Code); code != "TransactionConflict" {
		t.Errorf("second reason %q", code)
	}
	if got, want := attemptsAndSent(probe, "TransactWriteItems"), [2]int{1, 0}; got != want {
		t.Errorf("tries and sent %v, want %v: the SDK does not repeat these", got, want)
	}
}

func TestWholeCallExhaustsTheSDK(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	fault := probe.Inject(testkit.Fault{
		Effect: testkit.FailBefore(testkit.Throttled), Where: testkit.On("PutItem"), Skip: 1, WholeCall: true,
	})
	puts := func(sk string) error {
		_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", sk)})
		return err
	}
	if err := puts("1"); err != nil {
		t.Errorf("first: %v", err)
	}
	var throttled *types.ProvisionedThroughputExceededException
	if err := puts("2"); !errors.As(err, &throttled) {
		t.Errorf("second: %v, want throttling", err)
	}
	if err := puts("3"); err != nil {
		t.Errorf("third: %v", err)
	}
	if fault.Hits() != 4 || len(testkit.Dump(t, table)) != 2 {
		t.Errorf("%d hits, want 4; items %v", fault.Hits(), testkit.Dump(t, table))
	}
}

func TestFaultsHitTheSelectedAttempts(t *testing.T) {
	t.Parallel()
	denied := testkit.FailBefore(testkit.APIError(http.StatusBadRequest, "AccessDeniedException", "no"))
	for name, c := range map[string]struct {
		fault testkit.Fault
		want  []int // which of four puts fail
	}{
		"first":     {testkit.Fault{}, []int{0}},
		"third":     {testkit.Fault{Skip: 2}, []int{2}},
		"two":       {testkit.Fault{Skip: 1, Times: 2}, []int{1, 2}},
		"always":    {testkit.Fault{Skip: 1, Times: testkit.Always}, []int{1, 2, 3}},
		"writes":    {testkit.Fault{Where: testkit.Writes}, []int{0}},
		"other op":  {testkit.Fault{Where: testkit.On("GetItem")}, nil},
		"by input":  {testkit.Fault{Where: putsSortKey("2")}, []int{2}},
		"by number": {testkit.Fault{Where: func(a testkit.Attempt) bool { return a.Call == 4 && a.Number == 1 }}, []int{3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table, probe := newProbedTable(t)
			c.fault.Effect = denied
			fault := probe.Inject(c.fault)
			failed := map[int]bool{}
			for i := range 4 {
				_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
					TableName: &table.Name, Item: key("a", string(rune('0'+i))),
				})
				var api smithy.APIError
				if failed[i] = errors.As(err, &api) && api.ErrorCode() == "AccessDeniedException"; err != nil && !failed[i] {
					t.Fatal(err)
				}
			}
			for i := range 4 {
				if want := slices.Contains(c.want, i); failed[i] != want {
					t.Errorf("put %d failed: %v, want %v", i, failed[i], want)
				}
			}
			if fault.Hits() != len(c.want) {
				t.Errorf("%d hits, want %d", fault.Hits(), len(c.want))
			}
		})
	}
}

func putsSortKey(sk string) func(testkit.Attempt) bool {
	return func(a testkit.Attempt) bool {
		in, ok := a.Input.(*dynamodb.PutItemInput)
		return ok && testkit.TextOf(in.Item["sk"]) == sk
	}
}

func TestHoldKeepsTheWriteBack(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	release := make(chan struct{})
	hold := probe.Inject(testkit.Fault{Effect: testkit.Hold(release)})
	done := make(chan error, 1)
	go func() {
		_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", "1")})
		done <- err
	}()
	<-hold.Reached()
	if got := len(testkit.Dump(t, table)); got != 0 {
		t.Errorf("%d items while the write is held", got)
	}
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := len(testkit.Dump(t, table)); got != 1 {
		t.Errorf("%d items after it", got)
	}
}

func TestHoldAnswerEndsWithTheContext(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.HoldAnswer(nil)})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := table.Client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", "1")})
		done <- err
	}()
	for len(testkit.Dump(t, table)) == 0 {
		if len(done) > 0 {
			t.Fatalf("the answer was not held: %v", <-done)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A client gives up an attempt without an answer and makes another.
func TestHeldAttemptRunsIntoTheClientsTimeout(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.Hold(nil)})
	impatient := testkit.Connect(t, func(o *dynamodb.Options) {
		client := *o.HTTPClient.(*http.Client)
		client.Timeout = 200 * time.Millisecond
		o.HTTPClient = &client
	}, probe.Attach)
	_, err := impatient.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", "1")})
	if err != nil {
		t.Fatal(err)
	}
	if got := attemptsAndSent(probe, "PutItem"); got[0] < 2 || got[1] < 1 {
		t.Errorf("tries and sent %v, want a second try", got)
	}
}
