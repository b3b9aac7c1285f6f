package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/problem"
)

// maxBatchDelete is how many deletes one BatchWriteItem takes.
const maxBatchDelete = 25

// deleteAll deletes items whatever they are, those that are gone already too.
// The deletes stand each for itself: after an error some are done and some are
// not.
func (s *Store) deleteAll(ctx context.Context, keys ...key) error {
	for part := range slices.Chunk(distinctKeys(keys), maxBatchDelete) {
		if err := s.deleteBatch(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// deleteBatch deletes at most maxBatchDelete items and hands in again what the engine
// left unprocessed.
func (s *Store) deleteBatch(ctx context.Context, keys []key) error {
	left := make([]types.WriteRequest, len(keys))
	for i, k := range keys {
		left[i].DeleteRequest = &types.DeleteRequest{Key: k.attributes()}
	}
	for try := range maxBatchTries {
		if try > 0 {
			if err := backOff(ctx, try); err != nil {
				return err
			}
		}
		out, err := s.db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{s.table: left},
		})
		if err != nil {
			return wrapDBError("batch delete", err)
		}
		if left = out.UnprocessedItems[s.table]; len(left) == 0 {
			return nil
		}
	}
	return problem.Unavailable(fmt.Errorf("store: batch delete: %d items left unprocessed", len(left)))
}
