package table

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"stint/shared/dynamo"
	"stint/shared/problem"
)

// maxBatchGet is how many keys one BatchGetItem takes.
const maxBatchGet = 100

// maxBatchTries bounds the tries for keys or items that DynamoDB left
// unprocessed.
const maxBatchTries = 8

// Items are the items that a batch read found, by key. Expired items are left
// out.
type Items map[Key]Row

// Has reports whether an item was found.
func (found Items) Has(k Key) bool {
	_, ok := found[k]
	return ok
}

// Lookup decodes the record under a key; ok is false when there is none, or only the mark
// of a deleted one.
func Lookup[T any](found Items, k Key) (record T, ok bool, err error) {
	it, ok := found[k]
	if !ok || IsMark(it) {
		return record, false, nil
	}
	record, err = Decode[T](it)
	return record, err == nil, err
}

// LookupOrNil is Lookup with a pointer as its result, nil when there is no such
// record.
func LookupOrNil[T any](found Items, k Key) (*T, error) {
	record, ok, err := Lookup[T](found, k)
	if !ok {
		return nil, err
	}
	return &record, nil
}

// Get reads one record, strongly consistent; ok is false when there is none.
func Get[T any](ctx context.Context, t *Table, k Key) (record T, ok bool, err error) {
	ctx, answer := dynamo.KeepJSON(ctx)
	out, err := t.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &t.name, Key: k.attributes(), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return record, false, wrapDBError("get", err)
	}
	if out.Item == nil {
		return record, false, nil
	}
	row := rowsIn(answer, []Item{out.Item})[0]
	if isAbsent(row, t.now()) {
		return record, false, nil
	}
	record, err = Decode[T](row)
	return record, err == nil, err
}

// GetExisting is Get for a record that must exist. Errors: not_found.
func GetExisting[T any](ctx context.Context, t *Table, k Key) (T, error) {
	record, ok, err := Get[T](ctx, t, k)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	return record, err
}

// BatchGet reads any number of items, strongly consistent, with ⌈distinct
// keys/100⌉ parallel reads.
func (t *Table) BatchGet(ctx context.Context, keys ...Key) (Items, error) {
	return t.batchGet(ctx, isAbsent, keys)
}

// GetEach reads records of one kind with batch reads, in the order of their keys: nil for one that there is none of.
func GetEach[T any](ctx context.Context, t *Table, keys []Key) ([]*T, error) {
	found, err := t.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	all := make([]*T, len(keys))
	for i, k := range keys {
		if all[i], err = LookupOrNil[T](found, k); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// GetPresent is GetEach without what there is none of.
func GetPresent[T any](ctx context.Context, t *Table, keys []Key) (present []T, err error) {
	all, err := GetEach[T](ctx, t, keys)
	for _, record := range all {
		if record != nil {
			present = append(present, *record)
		}
	}
	return present, err
}

// BatchGetMarks is BatchGet that also returns the marks of deleted records.
func (t *Table) BatchGetMarks(ctx context.Context, keys ...Key) (Items, error) {
	return t.batchGet(ctx, isExpired, keys)
}

func (t *Table) batchGet(ctx context.Context, leaveOut func(Row, time.Time) bool, keys []Key) (Items, error) {
	keys = DistinctKeys(keys)
	if len(keys) == 0 {
		return Items{}, nil
	}
	parts := make([][]Row, (len(keys)+maxBatchGet-1)/maxBatchGet)
	group, ctx := errgroup.WithContext(ctx)
	for i := range parts {
		part := keys[i*maxBatchGet : min((i+1)*maxBatchGet, len(keys))]
		group.Go(func() (err error) {
			parts[i], err = t.batchGetOnce(ctx, part)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return collectItems(parts, leaveOut, t.now()), nil
}

func collectItems(parts [][]Row, leaveOut func(Row, time.Time) bool, now time.Time) Items {
	all := Items{}
	for _, part := range parts {
		for _, it := range part {
			if !leaveOut(it, now) {
				all[KeyOf(it)] = it
			}
		}
	}
	return all
}

// batchGetOnce reads at most maxBatchGet keys. It repeats the request for the
// keys that DynamoDB left unprocessed.
func (t *Table) batchGetOnce(ctx context.Context, keys []Key) (all []Row, err error) {
	left := make([]Item, len(keys))
	for i, k := range keys {
		left[i] = k.attributes()
	}
	err = repeat(ctx, maxBatchTries, func() (again bool, err error) {
		ctx, answer := dynamo.KeepJSON(ctx)
		out, err := t.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{
			t.name: {Keys: left, ConsistentRead: aws.Bool(true)},
		}})
		if err != nil {
			return false, wrapDBError("batch get", err)
		}
		all = append(all, rowsIn(answer, out.Responses[t.name])...)
		if left = out.UnprocessedKeys[t.name].Keys; len(left) == 0 {
			return false, nil
		}
		return true, problem.Unavailable(fmt.Errorf("table: batch get: %d keys left unprocessed", len(left)))
	})
	return all, err
}
