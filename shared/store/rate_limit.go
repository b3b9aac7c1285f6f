package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// rateWindow is the length of the windows in which attempts are counted.
const rateWindow = time.Minute

// CountAttempt counts one attempt of a subject in the current window, for all
// instances together. A counter that DynamoDB throttles counts as full, so that
// many parallel attempts are not let in because of their number. Errors:
// rate_limited with the time until the window ends.
func (s *Store) CountAttempt(ctx context.Context, kind, subject string, limit int) error {
	now := s.now()
	window := now.Truncate(rateWindow)
	end := window.Add(rateWindow)
	n := expression.Name("n")
	_, ok, err := s.table.UpdateReturning(ctx, rateLimitKey(kind, subject, window.Unix()),
		expression.Add(n, expression.Value(1)).
			Set(expression.Name(dynamo.AttrExpires), expression.Value(end.Add(rateWindow).Unix())),
		expression.Or(expression.AttributeNotExists(n), n.LessThan(expression.Value(limit))))
	if table.IsThrottled(err) || err == nil && !ok {
		return problem.RateLimited(end.Sub(now))
	}
	return err
}
