package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/aws/smithy-go"

	"stint/shared/problem"
	"stint/shared/retry"
)

// wrapDBError turns a failure of the database into an error of the service: what
// may pass by itself is "service_unavailable", a request that the engine finds
// wrong is a fault of ours.
func wrapDBError(op string, err error) error {
	wrapped := fmt.Errorf("store: %s: %w", op, err)
	var api smithy.APIError
	if errors.As(err, &api) && permanentCodes[api.ErrorCode()] {
		return wrapped
	}
	return problem.Unavailable(wrapped)
}

// permanentCodes are the engine's answers that trying again would not change.
var permanentCodes = map[string]bool{
	"ValidationException":                  true,
	"AccessDeniedException":                true,
	"ResourceNotFoundException":            true,
	"SerializationException":               true,
	"UnrecognizedClientException":          true,
	"IdempotentParameterMismatchException": true,
}

// Waiting between tries: doubling from minBackoff up to longestPause, with
// full jitter (after "Exponential Backoff And Jitter", AWS Architecture Blog).
const (
	minBackoff = 25 * time.Millisecond
	maxBackoff = 400 * time.Millisecond
)

// backOff waits before the given try (from 1), or until the context ends.
func backOff(ctx context.Context, try int) error {
	ceiling := min(minBackoff<<(try-1), maxBackoff)
	if err := retry.Wait(ctx, rand.N(ceiling)+time.Millisecond); err != nil {
		return problem.Unavailable(err)
	}
	return nil
}

// isThrottled reports whether the engine refused for too many requests.
func isThrottled(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && (api.ErrorCode() == "ProvisionedThroughputExceededException" ||
		api.ErrorCode() == "ThrottlingException" || api.ErrorCode() == "RequestLimitExceeded")
}
