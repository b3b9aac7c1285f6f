package store

import (
	"errors"
	"testing"

	"stint/internal/testkit"
	"stint/shared/problem"
)

var errTaken = problem.Conflict("taken")

func TestSingleActionIsAPlainWrite(t *testing.T) {
	b := newTestStore(t)
	if err := b.commit(ctx(t), create(noteItem(1, "a"))); err != nil {
		t.Fatal(err)
	}
	if got := b.probe.Snapshot().Calls; got["PutItem"] != 1 || got["TransactWriteItems"] != 0 {
		t.Errorf("calls %v, want one PutItem", got)
	}
	if err := b.commit(ctx(t), create(noteItem(1, "b")).or(errTaken)); err != errTaken {
		t.Errorf("second create: %v, want the clash", err)
	}
	if n, _ := b.read(t, keyOf(noteItem(1, ""))); n.Text != "a" {
		t.Errorf("text %q, want the first", n.Text)
	}
}

func TestReplaceWritesOnlyOverTheVersionRead(t *testing.T) {
	b := newTestStore(t)
	k := keyOf(noteItem(1, ""))
	if err := b.commit(ctx(t), create(noteItem(1, "a"))); err != nil {
		t.Fatal(err)
	}
	if err := b.commit(ctx(t), replace(encode(k, note{"b", 2}), 1)); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.commit(ctx(t), replace(encode(k, note{"c", 2}), 1)), problem.CodeConflict)
	if n, _ := b.read(t, k); n.Text != "b" {
		t.Errorf("text %q, want b", n.Text)
	}
	wantCode(t, b.commit(ctx(t), replace(noteItem(2, "new"), 1)), problem.CodeConflict)
}

func TestDeleteOfAMissingItemSucceeds(t *testing.T) {
	b := newTestStore(t)
	if err := b.commit(ctx(t), deleteItem(keyOf(noteItem(9, "")))); err != nil {
		t.Errorf("unconditional: %v", err)
	}
	if err := b.commit(ctx(t), deleteItem(keyOf(noteItem(9, ""))).provided(atVersion(1))); err != nil {
		t.Errorf("conditional: %v", err)
	}
}

// writes are one plain and one transactional write of the same note.
func writes(text string) map[string][]action {
	return map[string][]action{
		"plain":       {create(noteItem(1, text)).or(errTaken)},
		"transaction": {create(noteItem(1, text)).or(errTaken), create(noteItem(2, text)).or(errTaken)},
	}
}

func TestWriteIsRecognisedAfterALostAnswer(t *testing.T) {
	for name, actions := range writes("a") {
		b := newTestStore(t)
		b.probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected)})
		if err := b.commit(ctx(t), actions...); err != nil {
			t.Errorf("%s: %v, want success", name, err)
		}
		for _, again := range writes("b") {
			if err := b.commit(ctx(t), again...); err != errTaken {
				t.Errorf("%s: another's write: %v, want the clash", name, err)
			}
		}
	}
}

func TestAWriteThatNeverArrivesIsUnavailable(t *testing.T) {
	failures := map[string]testkit.Failure{
		"refused": testkit.Refused, "throttled": testkit.Throttled, "internal": testkit.InternalError, "timed out": testkit.TimedOut,
	}
	for name, failure := range failures {
		for kind, actions := range writes("a") {
			b := newTestStore(t)
			b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(failure), Times: testkit.Always})
			err := b.commit(ctx(t), actions...)
			wantCode(t, err, problem.CodeServiceUnavailable)
			if problem.From(err).RetryAfter <= 0 {
				t.Errorf("%s %s: no Retry-After", name, kind)
			}
		}
	}
}

func TestShortThrottleIsRetried(t *testing.T) {
	for name, actions := range writes("a") {
		b := newTestStore(t)
		b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Times: 2})
		if err := b.commit(ctx(t), actions...); err != nil {
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
		{"a conflict that stays", []string{"TransactionConflict", "None"}, testkit.Always, nil, problem.CodeServiceUnavailable},
		{"a condition", []string{"None", "ConditionalCheckFailed"}, testkit.Always, errTaken, ""},
		{"a condition and a conflict", []string{"TransactionConflict", "ConditionalCheckFailed"}, testkit.Always, errTaken, ""},
		{"something of ours", []string{"ValidationError", "None"}, testkit.Always, nil, problem.CodeInternal},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newTestStore(t)
			b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Canceled(c.reasons...)), Times: c.times})
			err := b.commit(ctx(t), writes("a")["transaction"]...)
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
	b := newTestStore(t)
	first, second := problem.Conflict("first"), problem.Conflict("second")
	if err := b.commit(ctx(t), put(noteItem(1, "")), put(noteItem(2, ""))); err != nil {
		t.Fatal(err)
	}
	err := b.commit(ctx(t), put(noteItem(3, "")), create(noteItem(1, "")).or(first), create(noteItem(2, "")).or(second))
	if err != first {
		t.Errorf("%v, want the first clash", err)
	}
	if _, there := b.read(t, keyOf(noteItem(3, ""))); there {
		t.Error("a part of the transaction was written")
	}
}

func TestTooManyActionsIsAnInternalError(t *testing.T) {
	b := newTestStore(t)
	var many []action
	for i := range maxActions + 1 {
		many = append(many, put(noteItem(i, "")))
	}
	wantCode(t, b.commit(ctx(t), many...), problem.CodeInternal)
	if calls := b.probe.Snapshot().Calls["TransactWriteItems"]; calls != 0 {
		t.Errorf("%d calls, want none", calls)
	}
}

func TestWriteEndsWithItsContext(t *testing.T) {
	b := newTestStore(t)
	held := make(chan struct{})
	defer close(held)
	fault := b.probe.Inject(testkit.Fault{Effect: testkit.Hold(held), Times: testkit.Always})
	limited, cancel := contextCancelledBy(t, fault.Reached())
	defer cancel()
	wantCode(t, b.commit(limited, writes("a")["transaction"]...), problem.CodeServiceUnavailable)
}
