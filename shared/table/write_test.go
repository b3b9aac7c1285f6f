package table

import (
	"errors"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/problem"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
)

var errTaken = problem.Conflict(problem.InUse, "taken")

func TestSingleActionIsAPlainWrite(t *testing.T) {
	b := newTestTable(t)
	if err := b.Commit(ctx(t), Create(noteItem(1, "a"))); err != nil {
		t.Fatal(err)
	}
	if got := b.probe.Snapshot().Calls; got["PutItem"] != 1 || got["TransactWriteItems"] != 0 {
		t.Errorf("calls %v, want one PutItem", got)
	}
	if err := b.Commit(ctx(t), Create(noteItem(1, "b")).Or(errTaken)); err != errTaken {
		t.Errorf("second create: %v, want the clash", err)
	}
	if n, _ := b.read(t, KeyOf(noteItem(1, ""))); n.Text != "a" {
		t.Errorf("text %q, want the first", n.Text)
	}
}

func TestReplaceWritesOnlyOverTheVersionRead(t *testing.T) {
	b := newTestTable(t)
	k := KeyOf(noteItem(1, ""))
	if err := b.Commit(ctx(t), Create(noteItem(1, "a"))); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(ctx(t), Replace(Encode(k, note{"b", 2}), 1)); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.Commit(ctx(t), Replace(Encode(k, note{"c", 2}), 1)), problem.CodeConflict)
	if n, _ := b.read(t, k); n.Text != "b" {
		t.Errorf("text %q, want b", n.Text)
	}
	wantCode(t, b.Commit(ctx(t), Replace(noteItem(2, "new"), 1)), problem.CodeConflict)
}

func TestDeleteOfAMissingItemSucceeds(t *testing.T) {
	b := newTestTable(t)
	if err := b.Commit(ctx(t), Delete(KeyOf(noteItem(9, "")))); err != nil {
		t.Errorf("unconditional: %v", err)
	}
	if err := b.Commit(ctx(t), Delete(KeyOf(noteItem(9, ""))).Provided(AtVersion(1))); err != nil {
		t.Errorf("conditional: %v", err)
	}
}

// writes are one plain and one transactional write of the same note.
func writes(text string) map[string][]Action {
	return map[string][]Action{
		"plain":       {Create(noteItem(1, text)).Or(errTaken)},
		"transaction": {Create(noteItem(1, text)).Or(errTaken), Create(noteItem(2, text)).Or(errTaken)},
	}
}

func TestWriteIsRecognisedAfterALostAnswer(t *testing.T) {
	for name, actions := range writes("a") {
		b := newTestTable(t)
		b.probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected)})
		if err := b.Commit(ctx(t), actions...); err != nil {
			t.Errorf("%s: %v, want success", name, err)
		}
		for _, again := range writes("b") {
			if err := b.Commit(ctx(t), again...); err != errTaken {
				t.Errorf("%s: another's write: %v, want the clash", name, err)
			}
		}
	}
}

func TestAWriteThatNeverArrivesIsUnavailable(t *testing.T) {
	failures := map[string]testkit.Failure{
		"refused": testkit.Refused, "throttled": testkit.Throttled, "internal": testkit.InternalError,
		"timed out": testkit.TimedOut,
	}
	for name, failure := range failures {
		for kind, actions := range writes("a") {
			b := newTestTable(t)
			b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(failure), Times: testkit.Always})
			err := b.Commit(ctx(t), actions...)
			wantCode(t, err, problem.CodeServiceUnavailable)
			if problem.From(err).RetryAfter <= 0 {
				t.Errorf("%s %s: no Retry-After", name, kind)
			}
		}
	}
}

func TestShortThrottleIsRetried(t *testing.T) {
	for name, actions := range writes("a") {
		b := newTestTable(t)
		b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Times: 2})
		if err := b.Commit(ctx(t), actions...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCancelledTransactionsAreReadReasonByReason(t *testing.T) {
	cases := []struct {
		name    string
		reasons []string
		times   int
		want    error // nil is success
		code    problem.Code
	}{
		{"a conflict that passes", []string{"None", "TransactionConflict"}, 2, nil, ""},
		{"a throttle that passes", []string{"ThrottlingError", "None"}, 1, nil, ""},
		{"a conflict that stays", []string{"TransactionConflict", "None"}, testkit.Always, nil,
			problem.CodeServiceUnavailable},
		{"a condition", []string{"None", "ConditionalCheckFailed"}, testkit.Always, errTaken, ""},
		{"a condition and a conflict", []string{"TransactionConflict", "ConditionalCheckFailed"}, testkit.Always, errTaken,
			""},
		{"something of ours", []string{"ValidationError", "None"}, testkit.Always, nil, problem.CodeInternal},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newTestTable(t)
			b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Canceled(c.reasons...)), Times: c.times})
			err := b.Commit(ctx(t), writes("a")["transaction"]...)
			switch {
			case c.code != "":
				wantCode(t, err, c.code)
			case !errors.Is(err, c.want) && err != c.want:
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestFirstFailedConditionGivesTheError(t *testing.T) {
	b := newTestTable(t)
	first, second := problem.Conflict(problem.InUse, "first"), problem.Conflict(problem.InUse, "second")
	if err := b.Commit(ctx(t), Put(noteItem(1, "")), Put(noteItem(2, ""))); err != nil {
		t.Fatal(err)
	}
	err := b.Commit(ctx(t), Put(noteItem(3, "")), Create(noteItem(1, "")).Or(first), Create(noteItem(2, "")).Or(second))
	if err != first {
		t.Errorf("%v, want the first clash", err)
	}
	if _, there := b.read(t, KeyOf(noteItem(3, ""))); there {
		t.Error("a part of the transaction was written")
	}
}

func TestTooManyActionsIsAnInternalError(t *testing.T) {
	b := newTestTable(t)
	var many []Action
	for i := range MaxActions + 1 {
		many = append(many, Put(noteItem(i, "")))
	}
	wantCode(t, b.Commit(ctx(t), many...), problem.CodeInternal)
	if calls := b.probe.Snapshot().Calls["TransactWriteItems"]; calls != 0 {
		t.Errorf("%d calls, want none", calls)
	}
}

func TestWriteEndsWithItsContext(t *testing.T) {
	b := newTestTable(t)
	held := make(chan struct{})
	defer close(held)
	fault := b.probe.Inject(testkit.Fault{Effect: testkit.Hold(held), Times: testkit.Always})
	limited, cancel := testkit.EndedBy(t, fault.Reached())
	defer cancel()
	wantCode(t, b.Commit(limited, writes("a")["transaction"]...), problem.CodeServiceUnavailable)
}

// Readers do not see what has expired, so a create may take its place, also with a further condition. What has not
// expired, and what never does, stays.
func TestCreateTakesThePlaceOfWhatHasExpired(t *testing.T) {
	t.Parallel()
	b := newTestTable(t)
	expiring := func(text string) Item { return WithExpiry(noteItem(1, text), b.clock.Now().Add(time.Hour)) }
	b.mustCommit(t, Create(expiring("first")))
	b.clock.Advance(time.Hour - time.Second)
	if err := b.Commit(ctx(t), Create(expiring("early"))); !problem.Is(err, problem.CodeConflict) {
		t.Errorf("made over an item that lives: %v", err)
	}
	b.clock.Advance(time.Second)
	other := expression.Name("text").Equal(expression.Value("other"))
	if err := b.Commit(ctx(t), Create(expiring("other")).Provided(other)); !problem.Is(err, problem.CodeConflict) {
		t.Errorf("made against its condition: %v", err)
	}
	b.mustCommit(t, Create(expiring("second")))
	if n, ok := b.read(t, KeyOf(noteItem(1, ""))); !ok || n.Text != "second" {
		t.Errorf("made over what has expired: %v %v", n, ok)
	}
	b.mustCommit(t, Create(noteItem(2, "for good")))
	b.clock.Advance(1000 * time.Hour)
	late := WithExpiry(noteItem(2, ""), b.clock.Now())
	if err := b.Commit(ctx(t), Create(late)); !problem.Is(err, problem.CodeConflict) {
		t.Errorf("made over what never expires: %v", err)
	}
}
