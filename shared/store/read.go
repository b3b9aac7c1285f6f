package store

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// maxBatchGet is how many keys one BatchGetItem takes.
const maxBatchGet = 100

// maxBatchTries bounds how often unprocessed keys are asked for again.
const maxBatchTries = 8

// items is what a batch read brought, by key. What has expired is not in it.
type items map[key]item

// lookup decodes the record under a key; ok is false when there is none.
func lookup[T any](f items, k key) (record T, ok bool, err error) {
	it, ok := f[k]
	if !ok {
		return record, false, nil
	}
	record, err = decode[T](it)
	return record, err == nil, err
}

// lookupOrNil is one as a pointer, nil when there is no such record.
func lookupOrNil[T any](f items, k key) (*T, error) {
	record, ok, err := lookup[T](f, k)
	if !ok {
		return nil, err
	}
	return &record, nil
}

// instant is now in the form in which times are stored.
func (s *Store) instant() domain.Instant { return domain.InstantOf(s.now()) }

// get reads one record, strongly consistent.
func get[T any](ctx context.Context, s *Store, k key) (record T, ok bool, err error) {
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &s.table, Key: k.attributes(), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return record, false, wrapDBError("get", err)
	}
	if len(out.Item) == 0 || isExpired(out.Item, s.instant()) {
		return record, false, nil
	}
	record, err = decode[T](out.Item)
	return record, err == nil, err
}

// getExisting is get with the 404 that all missing things share.
func getExisting[T any](ctx context.Context, s *Store, k key) (T, error) {
	record, ok, err := get[T](ctx, s, k)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	return record, err
}

// batchGet reads any number of items, strongly consistent: one round of
// ⌈distinct keys/100⌉ reads side by side.
func (s *Store) batchGet(ctx context.Context, keys ...key) (items, error) {
	keys = distinctKeys(keys)
	if len(keys) == 0 {
		return items{}, nil
	}
	parts := make([][]item, (len(keys)+maxBatchGet-1)/maxBatchGet)
	group, ctx := errgroup.WithContext(ctx)
	for i := range parts {
		part := keys[i*maxBatchGet : min((i+1)*maxBatchGet, len(keys))]
		group.Go(func() (err error) {
			parts[i], err = s.batchGetOnce(ctx, part)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return s.collectItems(parts), nil
}

func (s *Store) collectItems(parts [][]item) items {
	all, now := items{}, s.instant()
	for _, part := range parts {
		for _, it := range part {
			if !isExpired(it, now) {
				all[keyOf(it)] = it
			}
		}
	}
	return all
}

// batchGetOnce reads at most maxBatchGet keys and asks again for what the engine
// left unprocessed.
func (s *Store) batchGetOnce(ctx context.Context, keys []key) ([]item, error) {
	ask := make([]item, len(keys))
	for i, k := range keys {
		ask[i] = k.attributes()
	}
	var all []item
	for try := range maxBatchTries {
		if try > 0 {
			if err := backOff(ctx, try); err != nil {
				return nil, err
			}
		}
		out, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{
			s.table: {Keys: ask, ConsistentRead: aws.Bool(true)},
		}})
		if err != nil {
			return nil, wrapDBError("batch get", err)
		}
		all = append(all, out.Responses[s.table]...)
		if ask = out.UnprocessedKeys[s.table].Keys; len(ask) == 0 {
			return all, nil
		}
	}
	return nil, problem.Unavailable(fmt.Errorf("store: batch get: %d keys left unprocessed", len(ask)))
}

func distinctKeys(keys []key) []key {
	seen := make(map[key]bool, len(keys))
	out := make([]key, 0, len(keys))
	for _, k := range keys {
		if !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}
