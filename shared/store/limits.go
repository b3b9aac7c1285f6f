package store

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/shared/domain"
	"stint/shared/problem"
)

// windowLength is the length of the fixed windows in which attempts are counted.
const windowLength = time.Minute

// Count counts one attempt of a subject in the current window, for all
// instances together. A counter that the engine throttles counts as full: who
// hammers one subject is slowed down, not let in. Errors: rate_limited with the
// time until the window ends.
func (s *Store) Count(ctx context.Context, kind, subject string, limit int) error {
	now := s.now()
	window := now.Truncate(windowLength)
	end := window.Add(windowLength)
	_, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &s.table, Key: windowKey(kind, subject, window.Unix()).attributes(),
		UpdateExpression:         aws.String("ADD #n :one SET #exp = :exp"),
		ConditionExpression:      aws.String("attribute_not_exists(#n) OR #n < :limit"),
		ExpressionAttributeNames: map[string]string{"#n": "n", "#exp": attrExp},
		ExpressionAttributeValues: item{
			":one": number(1), ":limit": number(int64(limit)),
			":exp": number(domain.At(end.Add(windowLength)).Unix()),
		},
	})
	if err == nil {
		return nil
	}
	if _, full := conditionFailed(err); full || throttled(err) {
		return problem.Limited(end.Sub(now))
	}
	return fault(fmt.Sprintf("count %s", kind), err)
}
