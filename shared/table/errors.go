package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"stint/shared/problem"
	"stint/shared/retry"
)

// wrapDBError turns an error of the database into one of the service. A failure
// that may pass is "service_unavailable". A request that DynamoDB finds wrong is
// an internal error.
func wrapDBError(op string, err error) error {
	wrapped := fmt.Errorf("table: %s: %w", op, err)
	var api smithy.APIError
	if errors.As(err, &api) && permanentCodes[api.ErrorCode()] {
		return wrapped
	}
	return problem.Unavailable(wrapped)
}

// permanentCodes are the errors of DynamoDB that another try would not change.
var permanentCodes = map[string]bool{
	"ValidationException":                  true,
	"AccessDeniedException":                true,
	"ResourceNotFoundException":            true,
	"SerializationException":               true,
	"UnrecognizedClientException":          true,
	"IdempotentParameterMismatchException": true,
}

// IsThrottled reports whether DynamoDB refused a request because of too many.
func IsThrottled(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && (api.ErrorCode() == "ProvisionedThroughputExceededException" ||
		api.ErrorCode() == "ThrottlingException" || api.ErrorCode() == "RequestLimitExceeded")
}

// conditionFailed reports whether a write was refused because of its condition,
// and returns the item that was there.
func conditionFailed(err error) (existing Item, failed bool) {
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		return refused.Item, true
	}
	return nil, false
}

// Bounds of the wait between two tries.
const (
	minBackoff = 25 * time.Millisecond
	maxBackoff = 400 * time.Millisecond
)

// repeat calls try until it reports that another try would not help, at most
// the given number of times. A context that ends between two tries is
// "service_unavailable".
func repeat(ctx context.Context, tries int, try func() (again bool, err error)) error {
	err := retry.Do(ctx, retry.Policy{Tries: tries, Min: minBackoff, Max: maxBackoff}, try)
	if ended := ctx.Err(); ended != nil && err == ended {
		return problem.Unavailable(err)
	}
	return err
}
