package table

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/problem"
)

// partialBatchDB is a database that does only the first few writes of a batch, as
// DynamoDB may at any time.
type partialBatchDB struct {
	DB
	limit int
	times int // how often
}

func (l *partialBatchDB) BatchWriteItem(ctx context.Context, in *dynamodb.BatchWriteItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	if l.times--; l.times < 0 {
		return l.DB.BatchWriteItem(ctx, in, options...)
	}
	now, left := map[string][]types.WriteRequest{}, map[string][]types.WriteRequest{}
	for table, writes := range in.RequestItems {
		now[table], left[table] = writes[:l.limit], writes[l.limit:]
	}
	out, err := l.DB.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: now}, options...)
	if err == nil {
		out.UnprocessedItems = left
	}
	return out, err
}

// putNotes puts n notes into the table and gives their keys.
func (b *testTable) putNotes(t *testing.T, n int) (keys []Key) {
	t.Helper()
	for i := range n {
		if err := b.Commit(ctx(t), Put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, KeyOf(noteItem(i, "")))
	}
	return keys
}

func TestDeleteAllIgnoresMissingItems(t *testing.T) {
	b := newTestTable(t)
	keys := b.putNotes(t, 60)
	b.probe.Reset()
	if err := b.DeleteAll(ctx(t), append(keys[:55:55], keys[0], Key{PK: "NOTES", SK: "never"})...); err != nil {
		t.Fatal(err)
	}
	if left := testkit.Dump(t, b.rows); len(left) != 5 {
		t.Errorf("%d items are left, want 5", len(left))
	}
	if calls := b.probe.Snapshot().Calls; calls["BatchWriteItem"] != 3 || len(calls) != 1 {
		t.Errorf("calls %v, want 3 batches for 56 keys", calls)
	}
}

func TestDeleteAllRetriesUnprocessedItems(t *testing.T) {
	b := newTestTable(t)
	keys := b.putNotes(t, 12)
	b.client = &partialBatchDB{DB: b.client, limit: 5, times: 2}
	if err := b.DeleteAll(ctx(t), keys[:11]...); err != nil {
		t.Fatal(err)
	}
	if left := testkit.Dump(t, b.rows); len(left) != 1 {
		t.Errorf("%d items are left, want 1", len(left))
	}
	b.client = &partialBatchDB{DB: b.client, limit: 1, times: 100}
	wantCode(t, b.DeleteAll(ctx(t), b.putNotes(t, 12)...), problem.CodeServiceUnavailable)
}
