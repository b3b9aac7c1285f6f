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

// rateWindow is the length of the fixed windows in which attempts are counted.
const rateWindow = time.Minute

// CountAttempt counts one attempt of a subject in the current window, for all
// instances together. A counter that the engine throttles counts as full: who
// hammers one subject is slowed down, not let in. Errors: rate_limited with the
// time until the window ends.
func (s *Store) CountAttempt(ctx context.Context, kind, subject string, limit int) error {
	now := s.now()
	window := now.Truncate(rateWindow)
	end := window.Add(rateWindow)
	_, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &s.table, Key: rateLimitKey(kind, subject, window.Unix()).attributes(),
		UpdateExpression:         aws.String("ADD #n :one SET #exp = :exp"),
		ConditionExpression:      aws.String("attribute_not_exists(#n) OR #n < :limit"),
		ExpressionAttributeNames: map[string]string{"#n": "n", "#exp": attrExpires},
		ExpressionAttributeValues: item{
			":one": numberValue(1), ":limit": numberValue(int64(limit)),
			":exp": numberValue(domain.InstantOf(end.Add(rateWindow)).Unix()),
		},
	})
	if err == nil {
		return nil
	}
	if _, full := conditionFailed(err); full || isThrottled(err) {
		return problem.RateLimited(end.Sub(now))
	}
	return wrapDBError(fmt.Sprintf("count %s", kind), err)
}
