package store

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/problem"
	"stint/shared/testkit"
)

// lazy is a database that does only the first few writes of a batch, as
// DynamoDB may at any time.
type lazy struct {
	DB
	does  int
	times int // how often
}

func (l *lazy) BatchWriteItem(ctx context.Context, in *dynamodb.BatchWriteItemInput, options ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	if l.times--; l.times < 0 {
		return l.DB.BatchWriteItem(ctx, in, options...)
	}
	now, left := map[string][]types.WriteRequest{}, map[string][]types.WriteRequest{}
	for table, writes := range in.RequestItems {
		now[table], left[table] = writes[:l.does], writes[l.does:]
	}
	out, err := l.DB.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: now}, options...)
	if err == nil {
		out.UnprocessedItems = left
	}
	return out, err
}

// notes puts n notes into the table and gives their keys.
func (b *bench) notes(t *testing.T, n int) (keys []key) {
	t.Helper()
	for i := range n {
		if err := b.commit(ctx(t), put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, keyOf(noteItem(i, "")))
	}
	return keys
}

func TestEraseAllTakesWhateverThereIs(t *testing.T) {
	b := newBench(t)
	keys := b.notes(t, 60)
	b.probe.Reset()
	if err := b.eraseAll(ctx(t), append(keys[:55:55], keys[0], key{"NOTES", "never"})...); err != nil {
		t.Fatal(err)
	}
	if left := testkit.Dump(t, b.table); len(left) != 5 {
		t.Errorf("%d items are left, want 5", len(left))
	}
	if calls := b.probe.Snapshot().Calls; calls["BatchWriteItem"] != 3 || len(calls) != 1 {
		t.Errorf("calls %v, want 3 batches for 56 keys", calls)
	}
}

func TestEraseAllHandsInAgainWhatWasLeft(t *testing.T) {
	b := newBench(t)
	keys := b.notes(t, 12)
	b.db = &lazy{DB: b.db, does: 5, times: 2}
	if err := b.eraseAll(ctx(t), keys[:11]...); err != nil {
		t.Fatal(err)
	}
	if left := testkit.Dump(t, b.table); len(left) != 1 {
		t.Errorf("%d items are left, want 1", len(left))
	}
	b.db = &lazy{DB: b.db, does: 1, times: 100}
	wantCode(t, b.eraseAll(ctx(t), b.notes(t, 12)...), problem.ServiceUnavailable)
}
